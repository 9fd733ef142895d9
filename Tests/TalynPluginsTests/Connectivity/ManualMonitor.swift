import TalynPlugins
import TestSupport

/// A monitor whose network a test takes away and gives back.
struct ManualMonitor {
    struct State: Sendable {
        var isConnected = false
        /// How often it was asked, and how often to wait.
        var questions = 0
        var waits = 0
        var isWaiting = false
    }

    let state = Watched(State())

    var monitor: ConnectivityMonitor {
        ConnectivityMonitor { [state] in
            state.update { state in
                state.questions += 1
                return state.isConnected
            }
        } waitUntilConnected: { [state] in
            state.update { state in
                state.waits += 1
                state.isWaiting = true
            }
            defer { state.update { $0.isWaiting = false } }
            await state.wait { $0.isConnected }
            try Task.checkCancellation()
        }
    }

    func connect() { state.update { $0.isConnected = true } }

    /// Suspends until somebody waits for a network, or until nobody does.
    func waiting(_ isWaiting: Bool = true) async { await state.wait { $0.isWaiting == isWaiting } }
}
