import Foundation

extension Recording {
    /// Which entry is meant, without its secrets.
    public struct EntrySummary: Sendable, Hashable, CustomStringConvertible {
        /// The number of the entry, from 0.
        public let number: Int

        /// What it answers: the target if there is one, method and URL, redacted.
        public let request: String

        public var description: String { "entry \(number), \(request)" }

        init(_ entry: Entry, number: Int, _ redaction: Redaction) {
            self.number = number
            request = ReplayRequest(entry, redaction).text(redaction)
        }
    }
}

extension Recording.Entry {
    /// Whether the request had a body which was not recorded.
    var hasUnknownRequestBody: Bool { requestLength > 0 && requestBody == nil }

    /// Whether it answers requests with any body.
    var answersAnyBody: Bool { requestBody == nil && (target == nil || hasUnknownRequestBody) }

    mutating func forgetSource() { source = Data() }
}
