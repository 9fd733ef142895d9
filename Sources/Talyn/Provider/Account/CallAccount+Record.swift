import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension CallAccount {
    init(_ record: CallRecord) {
        let state = record.snapshot
        let source = state.shared ?? record
        let told = state.shared?.snapshot ?? state
        let now = record.time.now
        request = "\(record.method) \(Redaction.default.url(record.url))"
        let streamed = told.attempts.last?.body?.latest
        duration = (streamed ?? state.end ?? now) - record.start
        startedAt = Date(timeIntervalSinceNow: -(now - record.start).seconds)
        isStubbed = source.isStubbed
        isShared = state.shared != nil
        notes = (told.notes + (state.shared == nil ? [] : state.notes)).flatMap { Note.notes($0, since: record.start) }
        var reasons = told.notes.compactMap { note -> (Duration, String)? in
            if case .reasonForAttempt(let text) = note.content { (note.time, text) } else { nil }
        }
        attempts = told.attempts.enumerated().map { index, attempt in
            var reason: String?
            while index > 0, let next = reasons.first, next.0 <= attempt.start {
                reason = next.1
                reasons.removeFirst()
            }
            return Attempt(attempt, since: record.start, reason: reason)
        }
    }
}

extension CallAccount.Note {
    /// The name of a plugin's type, without its parameters.
    fileprivate static func name(of plugin: any Plugin.Type) -> String {
        String("\(plugin)".prefix { $0 != "<" })
    }

    fileprivate static func notes(_ note: CallRecord.Note, since start: Duration) -> [CallAccount.Note] {
        let texts =
            switch note.content {
            case .text(let text), .reasonForAttempt(let text): [text]
            case .change(let from, let to): RequestChanges(to.options).texts(from: from, to: to)
            }
        let author = note.plugin.map { name(of: $0) } ?? "Provider"
        return texts.map { CallAccount.Note(time: note.time - start, plugin: author, text: $0) }
    }
}

extension CallAccount.Attempt {
    fileprivate init(_ record: AttemptRecord, since start: Duration, reason: String?) {
        let body = record.body?.snapshot
        let end = body?.latest ?? record.end
        startedAt = record.start - start
        duration = end - record.start
        preparing = (record.sent ?? record.end) - record.start
        var head = record.head
        // A response in one piece is there when the attempt ends.
        if head == nil, case .status? = record.outcome { head = record.end }
        receiving = head.map { end - $0 }
        var timings = record.timings ?? TransportTimings()
        if timings.waiting == nil, let sent = record.sent, let head { timings.waiting = head - sent }
        self.timings = timings
        self.reason = reason
        request = record.request
        var previous = record.made
        let changes = RequestChanges(record.options)
        self.changes = record.steps.flatMap { step in
            let texts = previous.map { changes.texts(from: $0, to: step.request) } ?? []
            previous = step.request
            let plugin = CallAccount.Note.name(of: step.plugin)
            return texts.map { CallAccount.Note(time: record.start - start, plugin: plugin, text: $0) }
        }
        switch record.outcome {
        case .status(let code)?:
            statusCode = code
            failure = body?.failure.map { ErrorText.describe(withoutContent: $0) }
        case .failure(let error)?:
            statusCode = nil
            failure = ErrorText.describe(withoutContent: error)
        case nil:
            statusCode = nil
            failure = nil
        }
        redirectedURL = record.url == request?.url ? nil : record.url
        sentBytes = record.sentBytes
        receivedBytes = body?.received ?? record.receivedBytes
    }
}
