public import Foundation
import TalynCore

extension NetworkLoggerPlugin {
    /// The content and the format of a log.
    public struct Configuration {
        /// Writes the entries of a request or a response.
        public typealias OutputType = (_ target: any TargetType, _ items: [String]) -> Void

        /// Makes entries.
        public var formatter: Formatter

        /// Writes entries.
        public var output: OutputType

        /// The parts of requests and responses that are logged.
        public var logOptions: LogOptions

        /// Creates a configuration, by default one that prints methods and header fields.
        ///
        /// - Parameters:
        ///   - formatter: Makes entries.
        ///   - output: Writes entries. It runs off the main thread for the requests of live calls.
        ///   - logOptions: The parts of requests and responses that are logged.
        @preconcurrency
        public init(
            formatter: Formatter = Formatter(),
            output: sending @escaping (_ target: any TargetType, _ items: [String]) -> Void = {
                defaultOutput(target: $0, items: $1)
            },
            logOptions: LogOptions = .default
        ) {
            self.formatter = formatter
            self.output = output
            self.logOptions = logOptions
        }

        /// Prints entries, each in a line of its own.
        public static func defaultOutput(target: any TargetType, items: [String]) {
            for item in items { print(item) }
        }
    }
}

extension NetworkLoggerPlugin.Configuration {
    /// The parts of requests and responses that are logged.
    public struct LogOptions: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The method of a request.
        public static let requestMethod = LogOptions(rawValue: 1 << 0)

        /// The body of a request.
        public static let requestBody = LogOptions(rawValue: 1 << 1)

        /// The header fields of a request.
        public static let requestHeaders = LogOptions(rawValue: 1 << 2)

        /// A request as a curl command, in place of the other entries of the request.
        public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)

        /// The body of a response that succeeded.
        public static let successResponseBody = LogOptions(rawValue: 1 << 4)

        /// The body of a response that failed.
        public static let errorResponseBody = LogOptions(rawValue: 1 << 5)

        /// Methods and header fields.
        public static let `default`: LogOptions = [requestMethod, requestHeaders]

        /// Methods, header fields and bodies.
        public static let verbose: LogOptions = [
            requestMethod, requestHeaders, requestBody, successResponseBody, errorResponseBody,
        ]
    }

    /// Makes the entries of a log.
    public struct Formatter {
        /// Makes text of a body.
        public typealias DataFormatterType = (Data) -> String

        /// Makes an entry.
        public typealias EntryFormatterType =
            (_ identifier: String, _ message: String, _ target: any TargetType) -> String

        /// Makes an entry.
        public var entry: EntryFormatterType

        /// Makes text of the body of a request.
        public var requestData: DataFormatterType {
            didSet { masksRequests = false }
        }

        /// Makes text of the body of a response.
        public var responseData: DataFormatterType {
            didSet { masksResponses = false }
        }

        private var masksRequests: Bool
        private var masksResponses: Bool

        /// Creates a formatter. Without closures, bodies are text in UTF-8 whose secrets are masked.
        ///
        /// The closures run off the main thread for the requests of live calls.
        @preconcurrency
        public init(
            entry:
                sending @escaping (
                    _ identifier: String, _ message: String, _ target: any TargetType
                ) -> String = {
                    defaultEntryFormatter(identifier: $0, message: $1, target: $2)
                },
            requestData: sending ((Data) -> String)? = nil,
            responseData: sending ((Data) -> String)? = nil
        ) {
            self.entry = entry
            self.requestData = requestData ?? Self.defaultDataFormatter
            self.responseData = responseData ?? Self.defaultDataFormatter
            masksRequests = requestData == nil
            masksResponses = responseData == nil
        }

        /// The text of a body in UTF-8.
        public static func defaultDataFormatter(_ data: Data) -> String {
            String(data: data, encoding: .utf8) ?? "## Cannot map data to String ##"
        }

        /// An entry with the time.
        public static func defaultEntryFormatter(
            identifier: String,
            message: String,
            target: any TargetType
        ) -> String {
            let date = DateFormatter.localizedString(from: Date(), dateStyle: .short, timeStyle: .short)
            return "Moya_Logger: [\(date)] \(identifier): \(message)"
        }

        func text(ofRequestBody body: Data, type: String?) -> String {
            masksRequests ? masked(body, type, requestData, .default) : requestData(body)
        }

        func text(ofResponseBody body: Data, type: String?, _ redaction: Redaction) -> String {
            masksResponses ? masked(body, type, responseData, redaction) : responseData(body)
        }

        /// The text of a body without its secrets, or its length if secrets can't be found in it.
        private func masked(
            _ body: Data,
            _ type: String?,
            _ format: DataFormatterType,
            _ redaction: Redaction
        ) -> String {
            if let shown = redaction.body(body, contentType: type) { return format(shown) }
            return String(data: body, encoding: .utf8) == nil ? format(body) : "(\(body.count) bytes)"
        }
    }
}
