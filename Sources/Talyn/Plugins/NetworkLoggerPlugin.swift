public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Logs requests and responses, and masks their secrets.
///
/// ```swift
/// let logger = NetworkLoggerPlugin(configuration: .init(logOptions: .verbose))
/// let provider = Provider<API>(plugins: [logger])
/// ```
///
/// The ``configuration`` says which parts of an attempt are logged, and how. Put the logger last among the plugins to
/// log the request as all of them have prepared it.
public final class NetworkLoggerPlugin: Plugin {
    private let box: Locked<Configuration>

    /// The content and format of the log; can be changed at any time.
    public var configuration: Configuration {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }

    /// Creates a logger.
    public init(configuration: Configuration = Configuration()) {
        box = Locked(configuration)
    }

    public func willSend(_ request: PreparedRequest, target: any TargetType) {
        let configuration = configuration
        configuration.output(target, LogEntries(configuration: configuration, target: target).request(request))
    }

    public func didReceive(_ result: Result<Response, TalynError>, target: any TargetType) {
        let configuration = configuration
        let entries = LogEntries(configuration: configuration, target: target)
        switch result {
        case .success(let response): configuration.output(target, entries.response(response, isError: false))
        case .failure(let error): configuration.output(target, entries.error(error))
        }
    }
}

extension NetworkLoggerPlugin {
    /// The content and format of a log.
    ///
    /// The closures get redacted values. If a body can't be redacted, its length is logged and no closure gets it.
    public struct Configuration: Sendable {
        /// The entries to write.
        public var logOptions: LogOptions

        /// The values to mask.
        public var redaction: Redaction

        /// Formats an entry from its label, such as `Request Body`, and its text. By default the entry is
        /// `Talyn: [2026-01-31T12:00:00Z] Request: https://example.com`.
        public var formatEntry: @Sendable (_ label: String, _ text: String, _ target: any TargetType) -> String = {
            label,
            text,
            _ in
            "Talyn: [\(Date().formatted(.iso8601))] \(label): \(text)"
        }

        /// Formats the body of a request; by default as text, or as its length if it isn't UTF-8.
        public var formatRequestBody: @Sendable (Data) -> String = {
            String(validatingUTF8Bytes: $0) ?? Redaction.length(of: $0)
        }

        /// Formats the body of a response; by default as text, or as its length if it isn't UTF-8.
        public var formatResponseBody: @Sendable (Data) -> String = {
            String(validatingUTF8Bytes: $0) ?? Redaction.length(of: $0)
        }

        /// Writes the entries of a request or of a response; by default each on its own line to the standard output.
        public var output: @Sendable (_ target: any TargetType, _ entries: [String]) -> Void

        /// Creates a configuration.
        public init(
            logOptions: LogOptions = .default,
            redaction: Redaction = .default,
            output: @escaping @Sendable (_ target: any TargetType, _ entries: [String]) -> Void = { _, entries in
                for entry in entries { print(entry) }
            }
        ) {
            self.logOptions = logOptions
            self.redaction = redaction
            self.output = output
        }
    }

    /// The entries to write. URLs, statuses and errors are always written.
    public struct LogOptions: OptionSet, Sendable, Hashable {
        /// The entries as bits.
        public let rawValue: Int

        /// Creates options from bits; unknown bits have no effect.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The method of a request.
        public static let requestMethod = LogOptions(rawValue: 1 << 0)

        /// The body of a request.
        public static let requestBody = LogOptions(rawValue: 1 << 1)

        /// The header fields of a request, with those that the transport adds.
        public static let requestHeaderFields = LogOptions(rawValue: 1 << 2)

        /// A `curl` command instead of all other entries of a request.
        public static let requestAsCURL = LogOptions(rawValue: 1 << 3)

        /// The body of the response of a successful attempt.
        public static let successResponseBody = LogOptions(rawValue: 1 << 4)

        /// The body of a response that the target's validation rejected.
        public static let errorResponseBody = LogOptions(rawValue: 1 << 5)

        /// The methods and header fields of requests.
        public static let `default`: LogOptions = [.requestMethod, .requestHeaderFields]

        /// All entries, with requests not as `curl` commands.
        public static let verbose: LogOptions = [
            .requestMethod, .requestHeaderFields, .requestBody, .successResponseBody, .errorResponseBody,
        ]
    }
}

/// The log entries of a request or of its result.
private struct LogEntries {
    let configuration: NetworkLoggerPlugin.Configuration
    let target: any TargetType

    private var options: NetworkLoggerPlugin.LogOptions { configuration.logOptions }
    private var redaction: Redaction { configuration.redaction }

    func request(_ request: PreparedRequest) -> [String] {
        if options.contains(.requestAsCURL) {
            return [entry("Request", request.cURLCommand(redaction: redaction))]
        }
        let urlRequest = request.urlRequest
        var entries = [entry("Request", redaction.url(urlRequest.url?.absoluteString ?? "(no URL)"))]
        if options.contains(.requestHeaderFields) {
            let fields = urlRequest.headerFields(with: request.transportHeaderFields)
            entries.append(entry("Request Headers", text(redaction.headerFields(fields))))
        }
        if options.contains(.requestBody), let body = urlRequest.httpBody {
            let contentType = urlRequest.value(forHTTPHeaderField: "Content-Type")
            entries.append(entry("Request Body", text(body, contentType, configuration.formatRequestBody)))
        }
        if options.contains(.requestMethod), let method = urlRequest.httpMethod {
            entries.append(entry("HTTP Request Method", method))
        }
        return entries
    }

    func response(_ response: Response, isError: Bool) -> [String] {
        let url = response.url.map { " " + redaction.url($0.absoluteString) } ?? ""
        let fields = text(redaction.headerFields(response.headerFields.combined))
        var entries = [entry("Response", "\(response.statusCode)\(url) \(fields)")]
        if options.contains(isError ? .errorResponseBody : .successResponseBody) {
            let contentType = response.headerFields[.contentType]
            // A downloaded file can be of any size, so it isn't read for the log.
            let body =
                response.fileURL == nil
                ? text(response.data, contentType, configuration.formatResponseBody)
                : "\(response.length) bytes, in a file"
            entries.append(entry("Response Body", body))
        }
        return entries
    }

    func error(_ error: TalynError) -> [String] {
        let entries = error.response.map { response($0, isError: true) } ?? []
        // The target's associated values can be secrets, such as a password.
        let name = redaction.isOff ? "\(target)" : "\(type(of: target))"
        return entries + [entry("Error", "\(name): \(error.description)")]
    }

    private func entry(_ label: String, _ text: String) -> String {
        configuration.formatEntry(label, text, target)
    }

    private func text(_ body: Data, _ contentType: String?, _ format: (Data) -> String) -> String {
        redaction.body(body, contentType: contentType).map(format) ?? Redaction.length(of: body)
    }

    private func text(_ fields: [String: String]) -> String {
        let entries = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
        return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
    }
}
