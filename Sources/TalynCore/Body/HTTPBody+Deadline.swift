import _TalynFoundation
import _TalynSupport

extension HTTPBody {
    /// The body with a deadline: a read after the deadline fails.
    ///
    /// - Parameter onFailure: Gets the error before the read fails.
    func limited(
        until end: Duration,
        by time: TimeSource,
        _ error: TransportError,
        onFailure: @escaping @Sendable (TransportError) -> Void
    ) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            let reader = LimitedReader(makeAsyncIterator(), until: end, by: time, error, onFailure)
            return { try await reader.next() }
        }
    }
}

/// Reads chunks until a deadline, with one timer for all of them.
private final class LimitedReader: @unchecked Sendable {  // Only one reader uses it, and it waits for each chunk.
    private struct State {
        var isTimeUp = false
        /// The task that reads the next chunk. The timer cancels it.
        var reading: Task<Void, Never>?
    }

    private var iterator: HTTPBody.AsyncIterator
    private var outcome: Result<Data?, any Error> = .success(nil)
    private let end: Duration
    private let time: TimeSource
    private let error: TransportError
    private let onFailure: @Sendable (TransportError) -> Void
    private let reach: LimitReach
    private let state = Locked(State())
    private let timer: Task<Void, Never>

    init(
        _ iterator: HTTPBody.AsyncIterator,
        until end: Duration,
        by time: TimeSource,
        _ error: TransportError,
        _ onFailure: @escaping @Sendable (TransportError) -> Void
    ) {
        self.iterator = iterator
        self.end = end
        self.time = time
        self.error = error
        self.onFailure = onFailure
        let reach = LimitReach(error)
        self.reach = reach
        let limit = time.timer(for: end - time.now)
        timer = Task.inScope { [state] in
            guard (try? await limit.wait()) != nil else { return }
            let reading = state.withLock { state in
                state.isTimeUp = true
                return state.reading
            }
            onFailure(error)
            reach.reach()
            reading?.cancel()
        }
    }

    deinit {
        timer.cancel()
    }

    func next() async throws -> Data? {
        guard time.now < end else {
            onFailure(error)
            throw error
        }
        let reading = reach.inform { Task.cancellable { [self] in await read() } }
        let isLate = state.withLock { state in
            state.reading = reading
            return state.isTimeUp
        }
        if isLate { reading.cancel() }
        await reading.wait()
        let isTimeUp = state.withLock { state in
            state.reading = nil
            return state.isTimeUp
        }
        if isTimeUp { throw error }
        let chunk = try outcome.get()
        if chunk == nil { timer.cancel() }
        return chunk
    }

    private func read() async {
        do {
            outcome = .success(try await iterator.next())
        } catch {
            outcome = .failure(error)
        }
    }
}
