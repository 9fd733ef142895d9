import HTTPTypes
import _TalynFoundation
import _TalynSupport

extension CallMetrics {
    init(_ context: CallContext) {
        let state = context.snapshot
        let now = context.time.now
        let changes = RequestChanges(of: context.endpoint)
        request = "\(context.endpoint.method) \(changes.shown(context.endpoint.url))"
        let streamed = state.attempts.last?.body?.snapshot.latest
        duration = (streamed ?? state.end ?? now) - context.start
        startedAt = context.startedAt
        isStubbed = context.isStubbed
        isShared = state.isShared
        counts = context[CallCounts.self] ?? [:]
        notes = state.notes.flatMap { Note.notes($0, since: context.start, changes) }
        var reasons = state.notes.compactMap { note -> (Duration, String)? in
            if case .reasonForAttempt(let text) = note.content { (note.time, text) } else { nil }
        }
        attempts = state.attempts.enumerated().map { index, attempt in
            var reason: String?
            while index > 0, let next = reasons.first, next.0 <= attempt.start {
                reason = next.1
                reasons.removeFirst()
            }
            return Attempt(attempt, since: context.start, reason: reason, changes.masking(attempt.secretNames))
        }
    }
}

extension CallMetrics.Note {
    /// The name of a plugin's type, without its parameters.
    fileprivate static func name(of plugin: any Plugin.Type) -> String {
        String("\(plugin)".prefix { $0 != "<" })
    }

    fileprivate static func notes(
        _ note: CallContext.Note,
        since start: Duration,
        _ changes: RequestChanges
    ) -> [CallMetrics.Note] {
        let texts =
            switch note.content {
            case .text(let text), .reasonForAttempt(let text): [text]
            case .change(let from, let to):
                changes.masking(to.options.secretHeaderFields).texts(from: from, to: to)
            }
        let author = note.plugin.map { name(of: $0) } ?? "Provider"
        return texts.map { CallMetrics.Note(time: note.time - start, plugin: author, text: $0) }
    }
}

extension CallMetrics.Attempt {
    fileprivate init(_ record: AttemptRecord, since start: Duration, reason: String?, _ changes: RequestChanges) {
        let body = record.body?.snapshot
        let end = body?.latest ?? record.end
        startedAt = record.start - start
        duration = end - record.start
        preparing = (record.sent ?? record.end) - record.start
        receiving = record.head.map { end - $0 }
        var transport = record.transportMetrics ?? TransportMetrics()
        if transport.waiting == nil, let sent = record.sent, let head = record.head { transport.waiting = head - sent }
        self.transport = transport
        self.reason = reason
        request = record.request
        cacheStatus = record.cacheStatus
        var previous = record.made
        self.changes = record.steps.flatMap { step in
            let texts = previous.map { changes.texts(from: $0, to: step.request) } ?? []
            previous = step.request
            let plugin = CallMetrics.Note.name(of: step.plugin)
            return texts.map { CallMetrics.Note(time: record.start - start, plugin: plugin, text: $0) }
        }
        statusCode = record.statusCode
        failure = (record.failure ?? body?.failure).map { ErrorText.describe(withoutContent: $0) }
        let sentURL = record.request?.url
        redirectedURL = record.url.flatMap {
            $0 == sentURL ? nil : changes.masking(secretsOf: record.request).shown($0.absoluteString)
        }
        sentBytes = record.sentBytes
        receivedBytes = body?.received ?? record.receivedBytes
    }
}

extension CallMetrics: CustomStringConvertible {
    /// The events of the call in the order of time, one line each. ``Redaction/default`` masks secrets.
    public var description: String {
        var lines: [(time: Duration, text: String)] = []
        for note in notes { lines.append((note.time, "\(note.time.text) \(note.description)")) }
        for (index, attempt) in attempts.enumerated() {
            lines.append((attempt.startedAt, "\(attempt.startedAt.text) attempt \(index + 1): \(attempt.description)"))
        }
        // A note comes before an attempt that starts at the same time.
        let ordered = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        return ([summary] + ordered.map(\.element.text)).joined(separator: "\n")
    }

    private var summary: String {
        let count =
            switch attempts.count {
            case 0: "no attempt"
            case 1: "1 attempt"
            case let number: "\(number) attempts"
            }
        let stubbed = isStubbed ? ["stubbed"] : []
        let shared = isShared ? ["shared with an identical call"] : []
        let counted = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return ([request, count] + stubbed + shared + [duration.text] + counted).joined(separator: ", ")
    }
}

extension CallMetrics.Note {
    /// The plugin and its text.
    var description: String { "\(plugin): \(text)" }
}

extension CallMetrics.Attempt {
    /// The result of the attempt, its times, and the changes of the plugins.
    fileprivate var description: String {
        var parts = [statusCode.map { "status \($0)" }, failure].compactMap(\.self)
        if let shownCacheStatus { parts.append("cache: \(shownCacheStatus)") }
        if let redirectedURL { parts.append("from \(redirectedURL)") }
        if let connection { parts.append(connection) }
        parts.append("\(duration.text) (\(phases.map { "\($0.name) \($0.time.text)" }.joined(separator: ", ")))")
        parts.append("\(sentBytes.map { "\($0)" } ?? "?") bytes sent, \(receivedBytes) received")
        parts += changes.map(\.description)
        return parts.joined(separator: "; ")
    }

    /// The protocol of the connection, and whether it is new.
    private var connection: String? {
        guard let name = transport.networkProtocolName else { return nil }
        return [name, transport.isReusedConnection.map { $0 ? "reused connection" : "new connection" }]
            .compactMap(\.self).joined(separator: ", ")
    }

    private var phases: [(name: String, time: Duration)] {
        let phases: [(String, Duration?)] = [
            ("preparing", preparing), ("name lookup", transport.nameLookup),
            (transport.isReusedConnection == true ? "waiting for the connection" : "connecting", transport.connecting),
            ("TLS", transport.securing), ("sending", transport.sending), ("waiting", transport.waiting),
            ("receiving", receiving),
        ]
        return phases.compactMap { name, time in time.map { (name, $0) } }
    }
}

extension Duration {
    /// The duration in milliseconds.
    fileprivate var text: String {
        let tenths = Int64((seconds * 10_000).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) ms"
    }
}

/// The differences between two requests in words, with secrets masked, and with the template of the path.
struct RequestChanges {
    private let endpoint: Endpoint
    private var redaction: Redaction

    /// - Parameter endpoint: The endpoint of the call, whose secrets are masked.
    init(of endpoint: Endpoint) {
        self.endpoint = endpoint
        redaction = .default.masking(endpoint.options.secretHeaderFields)
    }

    /// - Parameter secretNames: The names of more secrets.
    func masking(_ secretNames: Set<String>) -> RequestChanges {
        var changes = self
        changes.redaction = redaction.masking(secretNames)
        return changes
    }

    /// - Parameter request: The request whose secrets are masked where a server repeats them.
    func masking(secretsOf request: OutgoingRequest?) -> RequestChanges {
        var changes = self
        changes.redaction = redaction.masking(secretsOf: request)
        return changes
    }

    func shown(_ url: String) -> String { redaction.url(endpoint.concealingPath(in: url)) }

    func texts(from old: OutgoingRequest, to new: OutgoingRequest) -> [String] {
        var texts = texts(
            from: (old.method, old.urlText, old.headerFields),
            to: (new.method, new.urlText, new.headerFields)
        )
        if old.body?.data != new.body?.data || (old.body == nil) != (new.body == nil) {
            texts.append("body: \(new.body.map(Self.text) ?? "none")")
        }
        if (old.credential == nil) != (new.credential == nil) {
            texts.append("credential for challenges: \(new.credential == nil ? "none" : "set")")
        }
        if let timeout = new.options.idleTimeout, timeout != old.options.idleTimeout {
            texts.append("timeout: \(timeout.seconds) s")
        }
        if let mode = new.options.cache?.mode, mode != old.options.cache?.mode {
            texts.append("cache policy: \(mode.rawValue)")
        }
        return texts
    }

    private static func text(_ body: HTTPBody) -> String {
        body.data.map { "\($0.count) bytes" } ?? "a stream"
    }

    func texts(from old: Endpoint, to new: Endpoint) -> [String] {
        let texts = texts(
            from: (old.method, old.url, old.headerFields),
            to: (new.method, new.url, new.headerFields)
        )
        return texts.isEmpty ? ["another body or option"] : texts
    }

    private typealias Head = (method: HTTPRequest.Method, url: String, fields: HTTPFields)

    private func texts(from old: Head, to new: Head) -> [String] {
        var texts: [String] = []
        if old.method != new.method { texts.append("method: \(new.method)") }
        if old.url != new.url { texts.append("URL: \(shown(new.url))") }
        let (oldFields, newFields) = (old.fields.combined, new.fields.combined)
        let names = Set(oldFields.keys).union(newFields.keys).filter { oldFields[$0] != newFields[$0] }
        return texts
            + names.sorted().map { name in
                guard let value = newFields[name] else { return "\(name) removed" }
                return "\(name): \(redaction.value(value, ofHeaderField: name))"
            }
    }
}
