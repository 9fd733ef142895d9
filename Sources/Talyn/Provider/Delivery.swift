import Foundation

/// Where the caller and the plugins hear of a response.
enum Delivery: Sendable {
    /// Where the call happens to run.
    case inline
    /// On a dispatch queue.
    case queue(DispatchQueue)

    /// Where a completion handler runs: on its queue if there is one, an immediate stub's at once, others on the main
    /// queue.
    init(_ queue: DispatchQueue?, for stubBehavior: StubBehavior) {
        if let queue {
            self = .queue(queue)
        } else {
            self = stubBehavior == .immediate ? .inline : .queue(.main)
        }
    }

    /// Runs the body there and waits for it.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        switch self {
        case .inline:
            body()
        case .queue(let queue):
            await withCheckedContinuation { continuation in
                queue.async(execute: Self.inScope { continuation.resume(returning: body()) })
            }
        }
    }

    /// Runs the body there, now or soon.
    func post(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .inline: body()
        case .queue(let queue): queue.async(execute: Self.inScope(body))
        }
    }

    /// The body, whose calls are those of the task that hands it over: a queue knows nothing of tasks.
    private static func inScope(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let scope = CallScope.current else { return body }
        scope.work?.begin()
        return {
            CallScope.$current.withValue(scope) { body() }
            scope.work?.end()
        }
    }
}
