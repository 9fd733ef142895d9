import Foundation
import TalynCore
import _TalynSupport

/// Runs the app's code that takes part in the requests of a session: `adapt`, `prepare`, `willSend`, `retry`, and
/// the destinations of downloads.
///
/// One piece of it runs at a time, as on the request queue of Alamofire's sessions. It may block: then it holds up the calls of its
/// own session only.
///
/// A call can take a place when it begins. The code of its first attempt then runs in the order of the places.
final class CallQueue: Sendable {
    private struct State {
        /// The number of places that were taken.
        var count = 0
        /// The first place whose code isn't on the queue.
        var next = 0
        /// The code of places that come after the next one.
        var waiting: [Int: [@Sendable () -> Void]] = [:]
    }

    private let queue: DispatchQueue
    private let state = Locked(State())

    /// - Parameter target: A serial queue that other code uses, too.
    init(target: DispatchQueue? = nil) {
        queue = DispatchQueue(label: "moya.session", target: target)
    }

    /// Takes the last place. The call has to leave it when it ends.
    func takePlace() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count - 1
        }
    }

    /// Gives a place back, unless its code is on the queue or waits. Later places go on.
    func leave(_ place: Int) {
        state.withLock { state in
            guard place >= state.next, state.waiting[place] == nil else { return }
            state.waiting[place] = []
            advance(&state)
        }
    }

    /// Runs code, and returns its value.
    ///
    /// - Parameter place: The place of the call. Later attempts of it run at once.
    /// - Throws: ``TransportError`` if the task is cancelled before the code runs.
    func run<Value: Sendable>(at place: Int? = nil, _ code: @escaping @Sendable () throws -> Value) async throws
        -> Value
    {
        try await ask(at: place) {
            $0(())
        } then: { (_: Void) in
            try code()
        }
    }

    /// Asks the app a question, and runs code with the answer.
    ///
    /// An answer that comes at once leaves no time for other calls in between.
    ///
    /// - Parameters:
    ///   - place: The place of the call. Later attempts of it run at once.
    ///   - question: Is given a closure for the answer, to be called now or later. The first answer counts.
    ///   - code: Is given the answer.
    /// - Throws: ``TransportError`` if the task is cancelled before the code runs.
    func ask<Answer: Sendable, Value: Sendable>(
        at place: Int? = nil,
        _ question: @escaping @Sendable (@escaping @Sendable (Answer) -> Void) -> Void,
        then code: @escaping @Sendable (Answer) throws -> Value
    ) async throws -> Value {
        let turn = Turn<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard turn.begin(continuation) else { return }
                let scope = TaskScope.current
                add(at: place, scope) { [self] in
                    guard !turn.isOver else { return }
                    let answers = Locked<(first: Answer?, isLate: Bool)>((nil, false))
                    question { answer in
                        let isLate = answers.withLock { answers in
                            if !answers.isLate { answers.first = answers.first ?? answer }
                            return answers.isLate
                        }
                        if isLate { self.add(at: nil, scope) { turn.end { try code(answer) } } }
                    }
                    let first = answers.withLock { answers in
                        // An answer after the first one finds the turn ended.
                        answers.isLate = true
                        return answers.first
                    }
                    if let first { turn.end { try code(first) } }
                }
            }
        } onCancel: {
            turn.cancel()
        }
    }

    /// Adds code to the queue, as a part of the scope.
    private func add(at place: Int?, _ scope: TaskScope?, _ code: @escaping @Sendable () -> Void) {
        scope?.work?.begin()
        let work: @Sendable () -> Void = {
            TaskScope.$current.withValue(scope, operation: code)
            scope?.work?.end()
        }
        state.withLock { state in
            guard let place, place >= state.next else { return queue.async(execute: work) }
            state.waiting[place, default: []].append(work)
            advance(&state)
        }
    }

    private func advance(_ state: inout State) {
        while let ready = state.waiting.removeValue(forKey: state.next) {
            state.next += 1
            for work in ready { queue.async(execute: work) }
        }
    }
}

/// A task's wait for its code on the queue. It ends by the code, or before the code by a cancellation.
private final class Turn<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Whether the task waits no more.
    var isOver: Bool { state.withLock { $0.continuation == nil } }

    /// - Returns: Whether the task waits. If it was cancelled, the wait is over already.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(throwing: TransportError(.cancelled)) }
        return !isCancelled
    }

    func cancel() {
        let continuation = state.withLock { state in
            state.isCancelled = true
            return state.continuation.take()
        }
        continuation?.resume(throwing: TransportError(.cancelled))
    }

    /// Runs the code unless the wait is over, and ends the wait with its result.
    func end(_ code: () throws -> Value) {
        guard let continuation = state.withLock({ $0.continuation.take() }) else { return }
        continuation.resume(with: Result { try code() })
    }
}
