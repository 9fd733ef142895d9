package import Foundation

@testable package import TalynPlugins

extension RetryPlugin {
    /// A plugin for tests. It waits for the maximum time, on a clock that jumps.
    package static func jumping(
        on clock: any Clock<Duration> = JumpingClock(),
        budget: Budget? = nil,
        random: any RandomNumberGenerator & Sendable = ConstantGenerator.most,
        date: Date = Date(timeIntervalSince1970: 0),
        _ configure: (inout Configuration) -> Void = { _ in }
    ) -> RetryPlugin {
        RetryPlugin(Configuration(configure), budget: budget, clock: clock, random: random, date: { date })
    }
}
