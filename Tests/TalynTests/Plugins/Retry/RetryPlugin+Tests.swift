import Foundation

@testable import Talyn

/// Chance that is always the most or the least there can be, and counts how often it is asked.
struct ConstantGenerator: RandomNumberGenerator {
    let value: UInt64
    let draws = Recorder<UInt64>()

    static var most: ConstantGenerator { ConstantGenerator(value: .max) }
    static var least: ConstantGenerator { ConstantGenerator(value: 0) }

    func next() -> UInt64 {
        draws.record(value)
        return value
    }
}

extension RetryPlugin {
    /// A plugin for tests: its waits are as long as they can be, on a clock that jumps.
    static func jumping(
        on clock: any Clock<Duration> = JumpingClock(),
        budget: Budget? = nil,
        random: any RandomNumberGenerator & Sendable = ConstantGenerator.most,
        date: Date = Date(timeIntervalSince1970: 0),
        _ configure: (inout Configuration) -> Void = { _ in }
    ) -> RetryPlugin {
        RetryPlugin(Configuration(configure), budget: budget, clock: clock, random: random, date: { date })
    }
}

/// Gives its values one after the other, and then the last one for ever.
final class InTurn<Value: Sendable>: Sendable {
    private let values: [Value]
    private let index = Locked(0)

    init(_ values: [Value]) {
        self.values = values
    }

    /// How many have been given.
    var count: Int { index.withLock { $0 } }

    func next() -> Value {
        let index = index.withLock { index in
            defer { index += 1 }
            return index
        }
        return values[min(index, values.count - 1)]
    }
}

extension InTurn<EndpointSampleResponse> {
    /// Responses with these statuses and no bodies.
    static func statuses(_ statuses: Int...) -> InTurn {
        InTurn(statuses.map { .networkResponse($0, Data()) })
    }
}
