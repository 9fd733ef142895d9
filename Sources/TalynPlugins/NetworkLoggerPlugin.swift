import HTTPTypes
public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// Logs requests and responses, and masks their secrets.
///
/// ```swift
/// let logger = NetworkLoggerPlugin(.bodies)
/// let provider = Provider<API>(plugins: [logger])
/// ```
///
/// It logs the request as all plugins that adapt it have prepared it.
public struct NetworkLoggerPlugin: CallObserver {
    /// The amount of detail. The URLs, methods, statuses and errors are always logged.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Level: Sendable, Hashable {
        /// The method and the URL of each request; the status and the URL of each response.
        case requests
        /// The header fields, too, with those that the transport adds.
        case headerFields
        /// The header fields and the bodies.
        case bodies
    }

    fileprivate let level: Level
    fileprivate let asCURL: Bool
    fileprivate let redaction: Redaction
    fileprivate let formatEntry: @Sendable (_ label: String, _ text: String, _ target: any TargetType) -> String
    fileprivate let formatBody: @Sendable (Data) -> String?
    private let output: @Sendable (_ target: any TargetType, _ entries: [String]) -> Void

    /// Creates a logger.
    ///
    /// The closures get redacted values. If a body can't be redacted, its length is logged and no closure gets it.
    ///
    /// - Parameters:
    ///   - level: The amount of detail.
    ///   - asCURL: Whether to log each request as a `curl` command instead.
    ///   - redaction: The values to mask.
    ///   - output: Writes the entries of a request or of a response. By default each on its own line to the standard
    ///     output.
    ///   - formatEntry: Formats an entry from its label, such as `Request Body`, and its text. By default the entry is
    ///     `Talyn: [2026-01-31T12:00:00Z] Request: https://example.com`.
    ///   - formatBody: Formats a body; nil for its length. By default the body as text, or its length if it isn't UTF-8.
    public init(
        _ level: Level = .headerFields,
        asCURL: Bool = false,
        redaction: Redaction = .default,
        output: @escaping @Sendable (_ target: any TargetType, _ entries: [String]) -> Void = { _, entries in
            for entry in entries { print(entry) }
        },
        formatEntry: @escaping @Sendable (_ label: String, _ text: String, _ target: any TargetType) -> String = {
            label,
            text,
            _ in
            "Talyn: [\(Date().formatted(.iso8601))] \(label): \(text)"
        },
        formatBody: @escaping @Sendable (Data) -> String? = { String(bytes: $0, encoding: .utf8) }
    ) {
        self.level = level
        self.asCURL = asCURL
        self.redaction = redaction
        self.output = output
        self.formatEntry = formatEntry
        self.formatBody = formatBody
    }

    public func willSend(_ request: OutgoingRequest, context: CallContext) {
        let entries = LogEntries(self, context, request, secretNames: request.secretNames)
        output(context.target, entries.request(request))
    }

    public func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        let entries = LogEntries(self, context, result.response?.request, secretNames: context.secretNames)
        switch result {
        case .success(let response): output(context.target, entries.response(response))
        case .failure(let error): output(context.target, entries.error(error))
        }
    }
}

/// The log entries of a request or of its result.
private struct LogEntries {
    private let plugin: NetworkLoggerPlugin
    private let target: any TargetType
    private let redaction: Redaction

    /// - Parameters:
    ///   - request: The request whose secrets are masked wherever they stand, since a server may repeat them.
    ///   - secretNames: The names of header fields and parameters that are secret in this call.
    init(
        _ plugin: NetworkLoggerPlugin,
        _ context: CallContext,
        _ request: OutgoingRequest?,
        secretNames: Set<String>
    ) {
        self.plugin = plugin
        target = context.target
        redaction = plugin.redaction.masking(secretNames).masking(secretsOf: request, in: context)
    }

    func request(_ request: OutgoingRequest) -> [String] {
        if plugin.asCURL { return [entry("Request", request.cURLCommand(redaction: redaction))] }
        var entries = [entry("Request", redaction.url(request.urlText))]
        if plugin.level != .requests {
            entries.append(entry("Request Headers", text(request.allHeaderFields.combined)))
        }
        if plugin.level == .bodies, request.upload == nil, let body = request.body?.data {
            entries.append(entry("Request Body", text(body, request.headerFields[.contentType])))
        }
        entries.append(entry("HTTP Request Method", request.method.rawValue))
        return entries
    }

    func response(_ response: Response) -> [String] {
        let url = response.url.map { " " + redaction.url($0.absoluteString) } ?? ""
        let fields = plugin.level == .requests ? "" : " " + text(response.headerFields.combined)
        var entries = [entry("Response", "\(response.statusCode)\(url)\(fields)")]
        if plugin.level == .bodies {
            let contentType = response.headerFields[.contentType]
            // A downloaded file can be of any size, so it isn't read for the log.
            let body =
                response.fileURL == nil
                ? text(response.data, contentType)
                : "\(response.length) bytes, in a file"
            entries.append(entry("Response Body", body))
        }
        return entries
    }

    func error(_ error: TalynError) -> [String] {
        let entries = error.response.map { response($0) } ?? []
        return entries + [entry("Error", error.description)]
    }

    private func entry(_ label: String, _ text: String) -> String {
        plugin.formatEntry(label, text, target)
    }

    private func text(_ body: Data, _ contentType: String?) -> String {
        redaction.body(body, contentType: contentType).flatMap(plugin.formatBody) ?? body.lengthText
    }

    private func text(_ fields: [String: String]) -> String {
        let entries = fields.sorted { $0.key < $1.key }.map { name, value in
            "\"\(name)\": \"\(redaction.value(value, ofHeaderField: name))\""
        }
        return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
    }
}
