import _TalynSupport

extension TimeLimit {
    /// Runs an operation of a call. If the limit ends it, those who observe the operation see the failure in place of a cancellation.
    func outcome<Outcome: Sendable>(
        failingWith failure: TransportError,
        of operation: @escaping @Sendable () async -> Outcome
    ) async -> Outcome? {
        let reach = LimitReach(failure)
        return await reach.inform { await outcome(of: operation, onReach: reach.reach) }
    }
}

/// Whether a time limit of a call was reached. The tasks of the limited operation know it.
final class LimitReach: Sendable {
    @TaskLocal private static var current: LimitReach?

    private let failure: TransportError
    /// The limit around this one.
    private let outer: LimitReach?
    private let isReached = Locked(false)

    init(_ failure: TransportError) {
        self.failure = failure
        outer = Self.current
    }

    func reach() {
        isReached.withLock { $0 = true }
    }

    /// Makes the limit known to the tasks that a closure starts.
    func inform<Value>(_ start: () -> Value) -> Value { Self.$current.withValue(self, operation: start) }

    /// Makes the limit known to the tasks that a closure starts.
    func inform<Value>(_ start: () async -> Value) async -> Value {
        await Self.$current.withValue(self, operation: start)
    }

    /// Whether the current task has a limit.
    static var isPresent: Bool { current != nil }

    /// The error of the limit that has ended the current task; nil if none has.
    private static var reached: TransportError? {
        var limit = current
        while let next = limit {
            if next.isReached.withLock({ $0 }) { return next.failure }
            limit = next.outer
        }
        return nil
    }

    /// The error of a time limit in place of the cancellation that it caused. Other errors stay.
    static func cause(of error: any Error) -> any Error {
        guard let reached else { return error }
        let failure = error.asTransportError
        return error is CancellationError || failure?.kind == .cancelled ? reached : error
    }
}

extension Transport {
    /// Sends a request for those who watch its exchange. If a time limit ends the exchange, they see the error of the limit, as the
    /// caller does.
    public func sendNamingLimits(_ request: OutgoingRequest) async throws -> TransportResponse {
        guard LimitReach.isPresent else { return try await send(request) }
        do {
            var response = try await send(request)
            response.body = response.body.namingLimits
            return response
        } catch {
            throw LimitReach.cause(of: error)
        }
    }
}

extension HTTPBody {
    /// The body, whose reader sees the error of a time limit in place of a cancellation.
    fileprivate var namingLimits: HTTPBody {
        guard data == nil else { return self }
        return HTTPBody(length: length, isReplayable: isReplayable) {
            nonisolated(unsafe) var iterator = makeAsyncIterator()  // Only one reader has the iterator.
            return {
                do {
                    return try await iterator.next()
                } catch {
                    throw LimitReach.cause(of: error)
                }
            }
        }
    }
}
