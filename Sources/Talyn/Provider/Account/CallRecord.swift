/// What happens to a call, written down as it does.
///
/// Nothing is worked out before somebody asks for the ``CallAccount``.
final class CallRecord: Sendable {
    /// A line that a plugin wrote, or an endpoint that it changed.
    struct Note: Sendable {
        enum Content: Sendable {
            case text(String)
            case reasonForAttempt(String)
            case change(from: Endpoint, to: Endpoint)
        }

        let time: Duration
        let plugin: any Plugin.Type
        let content: Content
    }

    struct State: Sendable {
        var attempts: [AttemptRecord] = []
        var notes: [Note] = []
        var end: Duration?
        /// Of the call whose requests this one shared.
        var shared: CallRecord?
    }

    let time: TimeSource
    let start: Duration
    let isStubbed: Bool
    private let state = Locked(State())

    init(time: TimeSource, isStubbed: Bool) {
        self.time = time
        self.isStubbed = isStubbed
        start = time.now
    }

    var snapshot: State { state.withLock { $0 } }

    func note(_ text: String, by plugin: any Plugin, isReasonForAttempt: Bool) {
        add(isReasonForAttempt ? .reasonForAttempt(text) : .text(text), by: plugin)
    }

    func note(change endpoint: Endpoint, to changed: Endpoint, by plugin: any Plugin) {
        // Not with its record, which would hold itself.
        var (endpoint, changed) = (endpoint, changed)
        endpoint.use(endpoint.options, for: nil)
        changed.use(changed.options, for: nil)
        add(.change(from: endpoint, to: changed), by: plugin)
    }

    private func add(_ content: Note.Content, by plugin: any Plugin) {
        let note = Note(time: time.now, plugin: type(of: plugin), content: content)
        state.withLock { $0.notes.append(note) }
    }

    func add(_ attempt: AttemptRecord) {
        state.withLock { $0.attempts.append(attempt) }
    }

    /// Notes the end of the call.
    ///
    /// - Parameter shared: Of the call whose outcome this one has, if that isn't its own.
    func end(sharing shared: CallRecord?) {
        let now = time.now
        state.withLock { state in
            state.end = now
            state.shared = shared
        }
    }
}

/// What happens in one attempt.
struct AttemptRecord: Sendable {
    enum Outcome: Sendable {
        case status(Int)
        /// Not with a response, which would hold the record.
        case failure(any Error)
    }

    let start: Duration
    /// The request as it was made, and after each plugin.
    var requests: [URLRequest] = []
    /// Those plugins.
    private(set) var plugins: [any Plugin.Type] = []
    /// When it was sent; nil if it wasn't.
    var sent: Duration?
    /// When the head of the response was there.
    var head: Duration?
    var end: Duration
    var timings: TransportTimings?
    var outcome: Outcome?
    var url: URL?
    var sentBytes: Int64?
    var receivedBytes: Int64 = 0

    init(start: Duration) {
        self.start = start
        end = start
    }

    mutating func note(_ request: URLRequest, by plugin: any Plugin.Type) {
        plugins.append(plugin)
        requests.append(request)
    }

    mutating func note(_ failure: TalynError) {
        if let response = failure.response {
            outcome = .status(response.statusCode)
        } else {
            outcome = .failure(failure)
        }
    }
}
