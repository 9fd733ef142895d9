import Foundation

extension CallAccount: CustomStringConvertible {
    /// What happened, a line each, in the order of time; secrets are masked as ``Redaction/default`` says.
    public var description: String {
        var lines: [(time: Duration, text: String)] = []
        for note in notes { lines.append((note.time, "\(note.time.text) \(note)")) }
        for (index, attempt) in attempts.enumerated() {
            lines.append((attempt.startedAt, "\(attempt.startedAt.text) attempt \(index + 1): \(attempt)"))
        }
        // Of what happens at once, what is said about an attempt comes before it.
        let ordered = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        return ([summary] + ordered.map(\.element.text)).joined(separator: "\n")
    }

    private var summary: String {
        let how =
            switch attempts.count {
            case 0: "no attempt"
            case 1: "1 attempt"
            case let count: "\(count) attempts"
            }
        let who = isStubbed ? ["stubbed"] : []
        let shared = isShared ? ["shared with an identical call"] : []
        return ([request, how] + who + shared + [duration.text]).joined(separator: ", ")
    }
}

extension CallAccount.Note: CustomStringConvertible {
    /// Who says what.
    public var description: String { "\(plugin): \(text)" }
}

extension CallAccount.Attempt: CustomStringConvertible {
    /// How it ended, how long that took, and what the plugins changed.
    public var description: String {
        var parts = [statusCode.map { "status \($0)" }, failure].compactMap(\.self)
        if let redirectedURL { parts.append("from \(Redaction.default.url(redirectedURL.absoluteString))") }
        parts.append("\(duration.text) (\(phases.map { "\($0.name) \($0.time.text)" }.joined(separator: ", ")))")
        parts.append("\(sentBytes.map { "\($0)" } ?? "?") bytes sent, \(receivedBytes) received")
        parts += changes.map { "\($0)" }
        return parts.joined(separator: "; ")
    }

    private var phases: [(name: String, time: Duration)] {
        let phases: [(String, Duration?)] = [
            ("preparing", preparing), ("name lookup", timings.nameLookup), ("connecting", timings.connecting),
            ("TLS", timings.securing), ("sending", timings.sending), ("waiting", timings.waiting),
            ("receiving", receiving),
        ]
        return phases.compactMap { name, time in time.map { (name, $0) } }
    }
}

extension Duration {
    /// In milliseconds.
    fileprivate var text: String { String(format: "%.1f ms", seconds * 1_000) }
}
