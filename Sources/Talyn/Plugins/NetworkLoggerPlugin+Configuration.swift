extension NetworkLoggerPlugin {
    /// What a logger writes, and how.
    public struct Configuration: Sendable {
        /// Writes the entries of a request or of a response.
        @preconcurrency
        public typealias OutputType = @Sendable (_ target: any TargetType, _ items: [String]) -> Void

        /// Makes text of entries and bodies.
        public var formatter: Formatter

        /// Writes the entries; by default to the standard output.
        @preconcurrency
        public var output: OutputType

        /// Which entries are written.
        public var logOptions: LogOptions

        /// What of them is masked.
        public var redaction: Redaction

        /// Creates a configuration; what is left out has a default.
        @preconcurrency
        public init(
            formatter: Formatter = Formatter(),
            output: @escaping OutputType = Configuration.defaultOutput,
            logOptions: LogOptions = .default,
            redaction: Redaction = .default
        ) {
            self.formatter = formatter
            self.output = output
            self.logOptions = logOptions
            self.redaction = redaction
        }

        /// What is written by default: methods, header fields, URLs and statuses.
        public static var `default`: Self { Self() }

        /// All there is.
        public static var verbose: Self { Self(logOptions: .verbose) }

        /// Writes each entry on a line of its own to the standard output.
        @Sendable
        public static func defaultOutput(target: any TargetType, items: [String]) {
            for item in items { print(item) }
        }
    }
}
