public import Foundation

extension NetworkLoggerPlugin.Configuration {
    /// Makes text of what a logger writes.
    ///
    /// What it gets has been redacted; a body of which only the length may be told doesn't reach it.
    public struct Formatter: Sendable {
        /// Makes text of a body.
        @preconcurrency
        public typealias DataFormatterType = @Sendable (_ data: Data) -> String

        /// Makes an entry of what it is about, such as `Request Body`, and what there is to tell.
        @preconcurrency
        public typealias EntryFormatterType =
            @Sendable (_ identifier: String, _ message: String, _ target: any TargetType) -> String

        /// Makes entries.
        @preconcurrency
        public var entry: EntryFormatterType

        /// Makes text of the bodies of requests.
        @preconcurrency
        public var requestData: DataFormatterType

        /// Makes text of the bodies of responses.
        @preconcurrency
        public var responseData: DataFormatterType

        /// Creates a formatter; what is left out has a default.
        @preconcurrency
        public init(
            entry: @escaping EntryFormatterType = Formatter.defaultEntryFormatter,
            requestData: @escaping DataFormatterType = Formatter.defaultDataFormatter,
            responseData: @escaping DataFormatterType = Formatter.defaultDataFormatter
        ) {
            self.entry = entry
            self.requestData = requestData
            self.responseData = responseData
        }

        /// The body as text, or its length if it is none.
        @Sendable
        public static func defaultDataFormatter(_ data: Data) -> String {
            String(validatingUTF8Bytes: data) ?? Redaction.length(of: data)
        }

        /// Such as `Talyn: [2026-01-31T12:00:00Z] Request: https://example.com`.
        @Sendable
        public static func defaultEntryFormatter(
            identifier: String,
            message: String,
            target: any TargetType
        ) -> String {
            "Talyn: [\(Date().formatted(.iso8601))] \(identifier): \(message)"
        }
    }
}
