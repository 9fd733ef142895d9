import _TalynFoundation
import _TalynSupport

/// Leaves the body of a response to a reader, until the deadline of the call; see ``Response/takeBody()``.
public struct StreamReceiver: BodyReceiver {
    /// Creates a receiver.
    public init() {}

    public func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> Response? {
        guard isAccepted else { return nil }
        let context = incoming.context
        var body = incoming.head.body
        if let deadline = context.endpoint.options.deadline {
            let error = TransportError(.deadlineExceeded, origin: Origin(context.endpoint.url))
            body = body.limited(until: context.start + deadline, by: context.time, error) {
                context.noteBodyFailure($0)
            }
        }
        let arrival = BodyRecord(time: context.time)
        incoming.record.body = arrival
        return incoming.response(.stream(Locked(body.recorded(in: arrival))))
    }
}

extension Response {
    /// The body of a call with a ``StreamReceiver``, for one reader; nil for a stream that was taken before.
    ///
    /// Only the reader holds the stream from then on, so that the exchange ends when the reader is released. A plugin may have answered
    /// with a body in memory, or with a file. These can be taken more than once.
    public func takeBody() -> HTTPBody? {
        switch content {
        case .stream(let body):
            return body.withLock { $0.take() }
        case .data(let data):
            return HTTPBody(data)
        case .file:
            return HTTPBody(isReplayable: false) {
                var unread: Response? = self
                return { try unread.take()?.contents() }
            }
        }
    }
}

/// The part of a body that arrives after its call returned the response.
final class BodyRecord: Sendable {
    struct State: Sendable {
        var received: Int64 = 0
        /// The time of the last chunk, or of the failure.
        var latest: Duration?
        var failure: (any Error)?
    }

    private let time: TimeSource
    private let state = Lock(State())

    init(time: TimeSource) {
        self.time = time
    }

    var snapshot: State { state.withLock { $0 } }

    func note(_ count: Int) {
        let now = time.now
        state.withLock { state in
            state.received += Int64(count)
            state.latest = now
        }
    }

    func note(_ failure: any Error) {
        let now = time.now
        state.withLock { state in
            state.failure = failure
            state.latest = now
        }
    }
}

extension HTTPBody {
    /// The same body, with its arrival recorded.
    func recorded(in record: BodyRecord) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            var chunks = makeAsyncIterator()
            return {
                do {
                    let chunk = try await chunks.next()
                    record.note(chunk?.count ?? 0)
                    return chunk
                } catch {
                    record.note(error)
                    throw error
                }
            }
        }
    }
}
