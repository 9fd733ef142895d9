import TalynCore
import _TalynFoundation

extension Recording {
    /// The number and the request of an entry, without secrets.
    public struct EntrySummary: Sendable, Hashable, CustomStringConvertible {
        /// The number of the entry, from 0.
        public let number: Int

        /// The target if there is one, the method and the URL, with secrets masked.
        public let request: String

        public var description: String { "entry \(number), \(request)" }

        /// - Parameter unsent: The number of recorded WebSocket messages that a replay's client hasn't sent.
        init(_ entry: Entry, number: Int, _ redaction: Redaction, unsent: Int? = nil) {
            self.number = number
            let note = unsent.map { " (the client didn't send \($0) of the messages)" } ?? ""
            request = ReplayRequest(entry, redaction).text + note
        }
    }
}

extension Recording.Entry {
    /// Whether the request had a body that wasn't recorded.
    var hasUnknownRequestBody: Bool { requestLength > 0 && requestBody == nil }

    /// Whether the entry answers requests with any body.
    var answersAnyBody: Bool { requestBody == nil && (target == nil || hasUnknownRequestBody) }

    mutating func forgetSource() { source = Data() }
}
