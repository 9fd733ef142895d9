/// How often a stub is to be called.
public struct StubTimes: Sendable, Hashable {
    let minimum: Int
    let maximum: Int

    /// So often, no less and no more.
    public static func exactly(_ count: Int) -> StubTimes { StubTimes(minimum: max(count, 0), maximum: max(count, 0)) }

    /// So often or more.
    public static func atLeast(_ count: Int) -> StubTimes { StubTimes(minimum: max(count, 0), maximum: .max) }

    /// So often or less.
    public static func atMost(_ count: Int) -> StubTimes { StubTimes(minimum: 0, maximum: max(count, 0)) }

    /// Once.
    public static let once = exactly(1)

    /// As often as it may be, or not at all.
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
