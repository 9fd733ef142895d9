import Foundation

@testable import TalynCore
@testable import TalynPlugins

/// A generator that always gives the largest or the smallest number, and counts its calls.
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

/// Makes calls with the plugin, for the suites of its tests.
protocol RetryTests {}

extension RetryTests {
    func provider(
        _ answers: InTurn<Sample>,
        _ plugins: any Plugin...,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Provider<Zen> {
        Provider(answering: { answers.next() }, plugins: plugins, clock: clock)
    }

    func result(
        of target: Zen,
        by provider: Provider<Zen>,
        _ configure: (inout RequestOptions) -> Void = { _ in }
    ) async -> Result<Response, TalynError> {
        await Result { () async throws(TalynError) in try await provider.request(target, options: .init(configure)) }
    }
}

extension RetryPlugin {
    /// A plugin for tests. It waits for the maximum time, on a clock that jumps.
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

/// Gives its values one after the other, and repeats the last one.
final class InTurn<Value: Sendable>: Sendable {
    private let values: [Value]
    private let index = Locked(0)

    init(_ values: [Value]) {
        self.values = values
    }

    /// The number of values that were given.
    var count: Int { index.withLock { $0 } }

    func next() -> Value {
        let index = index.withLock { index in
            defer { index += 1 }
            return index
        }
        return values[min(index, values.count - 1)]
    }
}

extension InTurn<Sample> {
    /// Responses with these statuses, without bodies.
    static func statuses(_ statuses: Int...) -> InTurn {
        InTurn(statuses.map { .networkResponse($0, Data()) })
    }
}
