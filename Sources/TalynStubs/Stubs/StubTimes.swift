/// The number of calls that a stub expects.
public struct StubTimes: Sendable, Hashable {
    let minimum: Int
    let maximum: Int

    /// Exactly this number of calls.
    public static func exactly(_ count: Int) -> StubTimes { StubTimes(minimum: max(count, 0), maximum: max(count, 0)) }

    /// This number of calls or more.
    public static func atLeast(_ count: Int) -> StubTimes { StubTimes(minimum: max(count, 0), maximum: .max) }

    /// This number of calls or fewer.
    public static func atMost(_ count: Int) -> StubTimes { StubTimes(minimum: 0, maximum: max(count, 0)) }

    /// One call.
    public static let once = exactly(1)

    /// Any number of calls, or none.
    public static let any = atLeast(0)
}

extension StubTimes: CustomStringConvertible {
    public var description: String {
        switch (minimum, maximum) {
        case (0, .max): "any number of times"
        case (let minimum, .max): "at least \(Self.times(minimum))"
        case (0, let maximum): "at most \(Self.times(maximum))"
        default: Self.times(minimum)
        }
    }

    static func times(_ count: Int) -> String {
        switch count {
        case 0: "never"
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }
}
