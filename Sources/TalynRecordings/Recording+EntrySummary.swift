import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Recording {
    /// The number and the request of an entry, without secrets.
    public struct EntrySummary: Sendable, Hashable, CustomStringConvertible {
        /// The number of the entry, from 0.
        public let number: Int

        /// The target if there is one, the method and the URL, with secrets masked.
        public let request: String

        public var description: String { "entry \(number), \(request)" }

        init(_ entry: Entry, number: Int, _ redaction: Redaction) {
            self.number = number
            request = ReplayRequest(entry, redaction).text(redaction)
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
