/// What arrives of a body after its call has given the response, written down as the caller reads it.
final class BodyRecord: Sendable {
    struct State: Sendable {
        var received: Int64 = 0
        /// When the last of it arrived, or failed to.
        var latest: Duration?
        var failure: (any Error)?
    }

    private let time: TimeSource
    private let state = Locked(State())

    init(time: TimeSource) {
        self.time = time
    }

    var snapshot: State { state.withLock { $0 } }

    var latest: Duration? { snapshot.latest }

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
    /// The same body, which writes down how it arrives.
    func followed(by record: BodyRecord) -> HTTPBody {
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

    /// The same body, which writes down how it fails.
    func notingFailures(in record: BodyRecord) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            var chunks = makeAsyncIterator()
            return {
                do {
                    return try await chunks.next()
                } catch {
                    record.note(error)
                    throw error
                }
            }
        }
    }
}
