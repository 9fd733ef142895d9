extension HTTPBody {
    /// The same body, which fails where it is read once a time has come.
    func limited(until end: Duration, by time: TimeSource, _ error: TransportError) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            let chunks = Chunks(makeAsyncIterator())
            return {
                let limit = TimeLimit(duration: end - time.now, time: time)
                guard limit.duration > .zero, let chunk = await limit.outcome(of: { await chunks.next() }) else {
                    throw error
                }
                return try chunk.get()
            }
        }
    }
}

/// Takes an iterator along to the task that reads under a limit.
private final class Chunks: @unchecked Sendable {  // Is used by one reader, which waits for each chunk.
    private var iterator: HTTPBody.AsyncIterator

    init(_ iterator: HTTPBody.AsyncIterator) {
        self.iterator = iterator
    }

    func next() async -> Result<Data?, any Error> {
        do {
            return .success(try await iterator.next())
        } catch {
            return .failure(error)
        }
    }
}
