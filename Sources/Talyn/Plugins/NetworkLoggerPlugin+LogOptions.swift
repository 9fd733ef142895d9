extension NetworkLoggerPlugin.Configuration {
    /// Which entries a logger writes. URLs, statuses and errors are always among them.
    public struct LogOptions: OptionSet, Sendable, Hashable {
        /// The entries as bits, one for each kind.
        public let rawValue: Int

        /// Creates options from bits; those that stand for no kind of entry mean nothing.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The method of a request.
        public static let requestMethod = LogOptions(rawValue: 1 << 0)

        /// The body of a request.
        public static let requestBody = LogOptions(rawValue: 1 << 1)

        /// The header fields of a request, with those that the transport adds.
        public static let requestHeaders = LogOptions(rawValue: 1 << 2)

        /// A `curl` command in the place of all that is written of a request.
        public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)

        /// The body of a response with which an attempt succeeded.
        public static let successResponseBody = LogOptions(rawValue: 1 << 4)

        /// The body of a response with which an attempt failed, because the target's validation refused it.
        public static let errorResponseBody = LogOptions(rawValue: 1 << 5)

        /// Method and header fields of requests.
        public static let `default`: LogOptions = [.requestMethod, .requestHeaders]

        /// All there is, requests not as `curl` commands.
        public static let verbose: LogOptions = [
            .requestMethod, .requestHeaders, .requestBody, .successResponseBody, .errorResponseBody,
        ]
    }
}
