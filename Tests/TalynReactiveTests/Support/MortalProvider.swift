import Talyn
import TestSupport

/// A provider that tells of its end.
final class MortalProvider: Provider<Page>, @unchecked Sendable {
    let isDead: Watched<Bool>

    init(clock: any Clock<Duration>, isDead: Watched<Bool>) {
        self.isDead = isDead
        super.init(
            endpointClosure: { Endpoint($0) },
            stubClosure: Provider.delayedStub(1),
            callbackQueue: DispatchQueue(label: "callbacks"),
            clock: clock
        )
    }

    deinit {
        isDead.update { $0 = true }
    }
}
