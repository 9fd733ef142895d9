public import TalynCore
import _TalynFoundation
import _TalynSupport

/// Answers calls from a recording, without a network.
///
/// ```swift
/// let recording = try Recording(contentsOf: file)
/// let provider = Provider<GitHub>(transport: ReplayTransport(recording))
/// ```
///
/// An entry of a target answers requests of the same type and case with the same method, URL and body. An entry of a
/// browser or a proxy answers requests with the same method and URL, and with the same body if the entry has one.
/// With `ignoresOrigin: true` the scheme, the host and the port don't count. A request without a target, such as one to a
/// `StubServer`, matches any entry with its method, path, query and body. Secrets are compared by their masks, and JSON by its
/// value.
///
/// Equal entries answer in their order, each once.
///
/// A WebSocket connection plays the recorded messages of the server, each after the client's messages before it. It waits for those
/// without a limit; see ``unused`` and ``/Talyn/WebSocketOptions/messageTimeout``. The client's messages must be the recorded ones,
/// compared as bodies: another one fails with
/// ``RecordingError/unexpectedMessage(_:entry:message:request:problem:)``. The connection ends as the recorded one. It stays open
/// until the client closes it if the file has no end.
public final class ReplayTransport: Transport, SubstituteTransport {
    /// The speed of the answers.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Pace: Sendable, Hashable {
        /// At once.
        case immediate
        /// As fast as the server.
        case recorded
    }

    private let index: Locked<ReplayIndex>
    private let keys: ReplayKeys
    private let file: URL?
    private let fallback: (any Transport)?
    private let pace: Pace
    private let redaction: Redaction
    private let time: TimeSource
    /// The numbers of recorded messages that clients haven't sent, by entry.
    private let unsent = Locked<[Int: Int]>([:])
    /// Gets the errors about missing and incomplete entries.
    private let onProblem: @Sendable (RecordingError) -> Void

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - fallback: The transport for requests without an entry. Without it, these fail with a ``RecordingError``.
    ///   - repeatsLast: Whether the last of several equal entries answers all further calls.
    ///   - ignoresOrigin: Whether an entry answers requests to any scheme, host and port: for a server on a random port, or
    ///     for several environments of one server.
    ///   - pace: The speed of the answers.
    ///   - redaction: The mask of requests, before they are compared. It must be that of the recording.
    ///   - clock: The clock of the recorded pace.
    public convenience init(
        _ recording: Recording,
        otherwise fallback: (any Transport)? = nil,
        repeatsLast: Bool = false,
        ignoresOrigin: Bool = false,
        pace: Pace = .immediate,
        redaction: Redaction = .default,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            recording,
            otherwise: fallback,
            repeatsLast: repeatsLast,
            ignoresOrigin: ignoresOrigin,
            pace: pace,
            redaction: redaction,
            clock: clock,
            onProblem: { _ in }
        )
    }

    init(
        _ recording: Recording,
        otherwise fallback: (any Transport)? = nil,
        repeatsLast: Bool,
        ignoresOrigin: Bool,
        pace: Pace = .immediate,
        redaction: Redaction,
        clock: any Clock<Duration> = ContinuousClock(),
        onProblem: @escaping @Sendable (RecordingError) -> Void
    ) {
        let index = ReplayIndex(recording, redaction, repeatsLast: repeatsLast, ignoresOrigin: ignoresOrigin)
        keys = index.keys
        self.index = Locked(index)
        file = recording.file
        self.fallback = fallback
        self.pace = pace
        self.redaction = redaction
        time = TimeSource(clock)
        self.onProblem = onProblem
    }

    public var defaultHeaderFields: HTTPFields { fallback?.defaultHeaderFields ?? HTTPFields() }

    public var isLive: Bool { fallback.map { $0.substitute?.isLive ?? true } ?? false }

    /// The unused entries, in the order of the file, and those with WebSocket messages that the client hasn't sent.
    public var unused: [Recording.EntrySummary] {
        let unsent = unsent.withLock { $0.filter { $0.value > 0 } }
        return index.withLock { index in
            (index.unused + unsent.keys).sorted().map {
                Recording.EntrySummary(index.entries[$0], number: $0, redaction, unsent: unsent[$0])
            }
        }
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var request = request
        try request.checkURL()
        if request.webSocket != nil { try request.checkWebSocket() }
        if fallback == nil { try request.useWithoutCache() }
        let body = try await SearchedBody(request.body)
        let sought = ReplayRequest(
            request,
            target: request.target.map { TargetLabel($0) },
            body: body?.start,
            redaction
        )
        let found = entry(for: sought)
        if found == nil, let fallback {
            request.body = body?.whole
            return try await fallback.send(request)
        }
        try await body?.send(reportingTo: request.onSend)
        guard let (entry, number) = found else { throw missing(sought) }
        if pace == .recorded { try await time.sleep(for: entry.duration - entry.receiving) }
        if entry.statusCode < 100, let failure = entry.failure {
            throw TransportError(failure, of: request)
        }
        if let conversation = entry.conversation {
            return response(entry, conversation, number, to: request, sought)
        }
        return try response(entry, number, to: request, sought)
    }

    private func entry(for request: ReplayRequest) -> (Recording.Entry, Int)? {
        // Files of browsers don't have the masks of names that a call declares secret.
        for redaction in request.redaction == redaction ? [redaction] : [redaction, request.redaction] {
            let find = { [index, keys] (secrets: Secrets) -> (Recording.Entry, Int)? in
                let keys = keys.keys(of: request, maskedBy: redaction, secrets)
                return index.withLock { index in index.take(keys).map { (index.entries[$0], $0) } }
            }
            if let found = find(Secrets()) { return found }
            let secrets = request.secrets(redaction)
            if !secrets.isEmpty, let found = find(secrets) { return found }
        }
        return nil
    }

    private func response(
        _ entry: Recording.Entry,
        _ number: Int,
        to request: OutgoingRequest,
        _ sought: ReplayRequest
    ) throws -> TransportResponse {
        guard let data = entry.body else {
            let problem = incomplete(number, sought, "has no body in the file")
            onProblem(problem)
            throw problem
        }
        var body = HTTPBody(data)
        let wait = pace == .recorded ? entry.receiving : .zero
        let error: (any Error)? =
            if let failure = entry.failure {
                TransportError(failure, of: request)
            } else if entry.isTruncated {
                incomplete(number, sought, "has only the first \(data.count) bytes of its body")
            } else {
                nil
            }
        if error != nil || wait > .zero {
            body = HTTPBody(length: error == nil ? Int64(data.count) : nil, isReplayable: true) { [time, onProblem] in
                var rest: Data? = data
                return {
                    if let chunk = rest.take() {
                        try await time.sleep(for: wait)
                        if !chunk.isEmpty { return chunk }
                    }
                    if let problem = error as? RecordingError { onProblem(problem) }
                    if let error { throw error }
                    return nil
                }
            }
        }
        // Only the recorded transport's own redirects lead to another URL.
        let redirected = entry.responseURL == entry.url ? nil : entry.responseURL.flatMap { URL(reference: $0) }
        return TransportResponse(
            statusCode: entry.statusCode,
            headerFields: entry.headerFields,
            url: redirected ?? request.url,
            body: body
        )
    }

    private func response(
        _ entry: Recording.Entry,
        _ conversation: Recording.Conversation,
        _ number: Int,
        to request: OutgoingRequest,
        _ sought: ReplayRequest
    ) -> TransportResponse {
        let text = sought.text
        let problems = ReplayedConversation.Problems { [file] problem in
            .incomplete(file, entry: number, request: text, problem: problem)
        } unexpected: { [file] message, problem in
            .unexpectedMessage(file, entry: number, message: message, request: text, problem: problem)
        } onProblem: { [onProblem] in
            onProblem($0)
        } onSend: { [unsent] count in
            unsent.withLock { $0[number] = min(count, $0[number] ?? count) }
        }
        var response = TransportResponse(
            statusCode: 101,
            headerFields: entry.headerFields,
            url: request.url,
            body: HTTPBody(Data())
        )
        response.webSocket = ReplayedWebSocket(
            ReplayedConversation(
                conversation,
                redaction,
                Secrets(entry, redaction),
                origin: request.origin,
                time: pace == .recorded ? time : nil,
                problems
            )
        )
        return response
    }

    private func incomplete(_ number: Int, _ request: ReplayRequest, _ problem: String) -> RecordingError {
        .incomplete(file, entry: number, request: request.text, problem: problem)
    }

    private func missing(_ request: ReplayRequest) -> RecordingError {
        let index = index.withLock { $0 }
        let nearest = index.nearest(to: request)
        let problem = RecordingError.noEntry(file, request: request.text, nearest: nearest)
        onProblem(problem)
        return problem
    }
}
