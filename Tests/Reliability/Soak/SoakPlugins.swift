#if Tools && os(Linux)
import Foundation
import Synchronization

@testable import TalynCore
@testable import TalynPlugins

/// All plugins around the calls, and what they must hold when no call runs.
struct SoakPlugins {
    let hooks = HookCounter()
    private let coalescing = CoalescingPlugin()
    private let limit = ConcurrencyLimitPlugin(48)
    private let rate = RateLimitPlugin(1_000_000, per: .seconds(1), burst: 10_000)

    var all: [any Plugin] {
        [
            coalescing,
            RetryPlugin(
                RetryPlugin.Configuration {
                    $0.maximumAttempts = 3
                    $0.backoff = .none
                },
                budget: nil
            ),
            AuthenticationPlugin(Tokens(), credential: 0, maximumRefreshes: .max),
            CircuitBreakerPlugin(threshold: .init(failureRate: 0.99, minimumCalls: 1_000, window: .seconds(1))),
            rate, limit, NetworkLoggerPlugin(.bodies) { _, _ in }, NetworkActivityPlugin { _, _ in },
            PasswordPlugin { _ in nil }, AccessTokenPlugin { _ in "" }, hooks,
        ]
    }

    /// The faults of plugins that should be idle.
    var leftovers: [String] {
        var leftovers: [String] = []
        if !coalescing.isIdle { leftovers.append("CoalescingPlugin has calls") }
        if limit.keyCount > 0 { leftovers.append("ConcurrencyLimitPlugin has calls") }
        if rate.counts.timers > 0 { leftovers.append("RateLimitPlugin has timers") }
        let counts = hooks.counts
        if counts.willSend != counts.didReceive {
            leftovers.append("\(counts.willSend) attempts were announced, and \(counts.didReceive) have ended")
        }
        return leftovers
    }
}

/// Tokens that are numbers. Each refresh counts on.
private struct Tokens: Authenticator {
    func apply(_ number: Int, to request: inout OutgoingRequest) {
        request.headerFields[.authorization] = "Bearer \(number)"
    }

    func refresh(_ number: Int) async -> Int {
        await Task.yield()
        return number + 1
    }
}

/// Counts the calls of each hook.
final class HookCounter: CallObserver {
    private let willSendCount = Atomic(0)
    private let didReceiveCount = Atomic(0)
    private let endCount = Atomic(0)

    var counts: (willSend: Int, didReceive: Int, didEnd: Int) {
        (
            willSendCount.load(ordering: .relaxed), didReceiveCount.load(ordering: .relaxed),
            endCount.load(ordering: .relaxed)
        )
    }

    func willSend(_ request: OutgoingRequest, context: CallContext) {
        willSendCount.add(1, ordering: .relaxed)
    }

    func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        didReceiveCount.add(1, ordering: .relaxed)
    }

    func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        endCount.add(1, ordering: .relaxed)
    }
}
#endif
