import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What happens to a call, written down as it does.
///
/// Nothing is worked out before somebody asks for the ``CallAccount``.
final class CallRecord: Sendable {
    /// A line that a plugin wrote, or an endpoint that it changed; or a line of the provider's own.
    struct Note: Sendable {
        enum Content: Sendable {
            case text(String)
            case reasonForAttempt(String)
            case change(from: Endpoint, to: Endpoint)
        }

        let time: Duration
        let plugin: (any Plugin.Type)?
        let content: Content
    }

    struct State: Sendable {
        /// Most calls have one, for which there need be no array.
        fileprivate var first: AttemptRecord?
        fileprivate var others: [AttemptRecord] = []
        var notes: [Note] = []
        var end: Duration?
        /// Of the call whose requests this one shared.
        var shared: CallRecord?

        /// The attempts, in the order in which they ended.
        var attempts: [AttemptRecord] { first.map { [$0] + others } ?? [] }
    }

    let time: TimeSource
    let start: Duration
    let isStubbed: Bool
    let method: HTTPRequest.Method
    let url: String
    private let state = Locked(State())

    init(time: TimeSource, isStubbed: Bool, endpoint: Endpoint) {
        self.time = time
        self.isStubbed = isStubbed
        method = endpoint.method
        url = endpoint.url
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

    /// Notes why the provider itself makes another attempt.
    func noteRepetition(_ reason: String) {
        add(.reasonForAttempt(reason), by: nil)
    }

    /// Notes what the provider itself does.
    func note(_ text: String) {
        add(.text(text), by: nil)
    }

    private func add(_ content: Note.Content, by plugin: (any Plugin)?) {
        let note = Note(time: time.now, plugin: plugin.map { type(of: $0) }, content: content)
        state.withLock { $0.notes.append(note) }
    }

    func add(_ attempt: AttemptRecord) {
        state.withLock { state in
            if state.first == nil { state.first = attempt } else { state.others.append(attempt) }
        }
    }

    /// Notes the end of the call.
    ///
    /// - Parameters:
    ///   - end: The time; nil for that of the first attempt's end, if there was an attempt.
    ///   - shared: Of the call whose outcome this one has, if that isn't its own.
    func end(_ end: Duration?, sharing shared: CallRecord?) {
        // A clock may be anybody's code, which is not to run under the lock.
        let end = end ?? state.withLock { $0.first?.end } ?? time.now
        state.withLock { state in
            state.end = end
            state.shared = shared
        }
    }
}

/// What happens in one attempt.
///
/// Unchecked, since one task after the other writes it until the attempt has ended, and nobody after that.
final class AttemptRecord: @unchecked Sendable {
    enum Outcome: Sendable {
        case status(Int)
        /// Not with a response, which would hold the record.
        case failure(any Error)
    }

    /// The request after a plugin.
    struct Step: Sendable {
        let plugin: any Plugin.Type
        let request: URLRequest
    }

    let start: Duration
    /// How the call is made.
    let options: RequestOptions
    /// The request as it was made.
    var made: URLRequest?
    /// The request after each plugin.
    private(set) var steps: [Step] = []
    /// The request as it was sent.
    var request: URLRequest?
    /// When it was sent; nil if it wasn't.
    var sent: Duration?
    /// When the head of the response was there; nil if there was no response, or it came in one piece.
    var head: Duration?
    var end: Duration
    var timings: TransportTimings?
    var outcome: Outcome?
    var url: URL?
    var sentBytes: Int64?
    var receivedBytes: Int64 = 0
    /// What arrives of the body after the attempt has given its response; nil if all of it was there by then.
    var body: BodyRecord?

    init(start: Duration, options: RequestOptions) {
        self.start = start
        self.options = options
        end = start
    }

    func note(_ request: URLRequest, made count: Int) {
        made = request
        self.request = request
        steps.reserveCapacity(count)
    }

    func note(_ request: URLRequest, by plugin: any Plugin.Type) {
        steps.append(Step(plugin: plugin, request: request))
    }

    func note(_ failure: TalynError) {
        if let response = failure.response {
            outcome = .status(response.statusCode)
        } else {
            outcome = .failure(failure)
        }
    }
}
