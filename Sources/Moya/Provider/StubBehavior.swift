public import Foundation
import TalynCore
import _TalynSupport

/// Whether a stub answers a call, and when.
public enum StubBehavior {
    /// The server answers.
    case never

    /// A stub answers at once.
    case immediate

    /// A stub answers after a delay in seconds.
    case delayed(seconds: TimeInterval)
}

/// A stub that answers after a delay, or at once if it is cancelled before.
final class PendingStub: @unchecked Sendable {  // Unchecked for the stub, which comes as it is; `state` is its lock.
    private let state = Locked<(stub: () -> Void, queue: DispatchQueue)?>(nil)

    func run(_ stub: @escaping () -> Void, on queue: DispatchQueue, after seconds: TimeInterval) {
        state.withLock { $0 = (stub, queue) }
        queue.asyncAfter(deadline: .now() + seconds) { self.take()?.stub() }
    }

    /// Runs the stub now, if it has not run.
    func hurry() {
        guard let (stub, queue) = take() else { return }
        queue.async(execute: DispatchWorkItem(block: stub))
    }

    private func take() -> (stub: () -> Void, queue: DispatchQueue)? {
        state.withLock { $0.take() }
    }
}

extension MoyaProvider {
    /// Lets the server answer.
    public final class func neverStub(_: Target) -> Moya.StubBehavior { .never }

    /// Lets stubs answer at once.
    public final class func immediatelyStub(_: Target) -> Moya.StubBehavior { .immediate }

    /// Lets stubs answer after a delay in seconds.
    public final class func delayedStub(_ seconds: TimeInterval) -> (Target) -> Moya.StubBehavior {
        { _ in .delayed(seconds: seconds) }
    }
}
