import TalynCore
import _TalynSupport

/// A call, cancellable before its request exists.
final class CallToken: Cancellable, @unchecked Sendable {  // Unchecked for the inner call; `state` is its lock.
    private let state = Locked<(inner: (any Cancellable)?, isCancelled: Bool)>((nil, false))

    /// The request or the stub of the call.
    var inner: (any Cancellable)? {
        get { state.withLock { $0.inner } }
        set {
            let isCancelled = state.withLock { state in
                state.inner = newValue
                return state.isCancelled
            }
            if isCancelled { newValue?.cancel() }
        }
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        let inner = state.withLock { state in
            state.isCancelled = true
            return state.inner
        }
        inner?.cancel()
    }
}
