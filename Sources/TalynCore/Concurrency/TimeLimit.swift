package import _TalynSupport

/// Cancels an operation after a time limit.
package struct TimeLimit {
    let duration: Duration
    let time: TimeSource
    /// The error of a call that the limit ends. Observers of the operation see it in place of the cancellation.
    let failure: TransportError?

    package init(duration: Duration, time: TimeSource, failure: TransportError? = nil) {
        self.duration = duration
        self.time = time
        self.failure = failure
    }

    /// Runs an operation, and returns its result unless the time limit was reached first.
    ///
    /// The operation runs on the caller's thread up to its first suspension. An operation that ignores cancellation is
    /// awaited.
    ///
    /// - Returns: Nil if the time limit was reached.
    package func outcome<Outcome: Sendable>(of operation: @escaping @Sendable () async -> Outcome) async -> Outcome? {
        let end = Locked(End<Outcome>.pending)
        let limit = time.timer(for: duration)
        let reach = failure.map { LimitReach($0) }
        let task = Task.limited(by: reach) {
            let outcome = await operation()
            end.withLock { if case .pending = $0 { $0 = .outcome(outcome) } }
        }
        if case .outcome(let outcome) = end.withLock({ $0 }) { return outcome }
        let timer = Task.inScope {
            guard (try? await limit.wait()) != nil else { return }
            let isLate = end.withLock { end in
                guard case .pending = end else { return false }
                end = .timeUp
                return true
            }
            guard isLate else { return }
            reach?.reach()
            task.cancel()
        }
        await task.wait()
        timer.cancel()
        guard case .outcome(let outcome) = end.withLock({ $0 }) else { return nil }
        return outcome
    }

    private enum End<Outcome> {
        case pending
        case outcome(Outcome)
        case timeUp
    }
}

/// Whether a time limit was reached. The tasks of the limited operation know it.
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
    fileprivate static func with<Value>(_ reach: LimitReach?, _ start: () -> Value) -> Value {
        guard let reach else { return start() }
        return $current.withValue(reach, operation: start)
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

extension Task where Success == Void, Failure == Never {
    /// Starts an operation that a time limit can cancel, on the caller's thread up to its first suspension.
    ///
    /// - Parameter reach: The limit, if the tasks of the operation are to know it.
    static func limited(by reach: LimitReach?, _ operation: @escaping @Sendable () async -> Void) -> Task {
        let isCancelled = Task<Never, Never>.isCancelled
        return LimitReach.with(reach) {
            immediately {
                // The task starts before anyone can cancel it, and it is not a child of the caller's task.
                if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                await operation()
            }
        }
    }

    /// Waits for the end of the task. A cancellation of the waiting task cancels it.
    func wait() async {
        await withTaskCancellationHandler {
            await value
        } onCancel: {
            cancel()
        }
    }
}

extension Transport {
    /// Sends a request for those who watch its exchange. If a time limit ends the exchange, they see the error of the limit, as the
    /// caller does.
    package func sendNamingLimits(_ request: OutgoingRequest) async throws -> TransportResponse {
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
