/// How urgent a call is, in the terms of RFC 9218.
///
/// It is told to the server in the `Priority` field, unless it is ``normal`` or the target sets the field itself, and to
/// URLSession. Plugins that make calls wait let the most urgent go first.
public struct RequestPriority: Sendable, Hashable, Comparable {
    /// From 0, the most urgent, to 7 (RFC 9218, section 4.1).
    public let urgency: Int

    /// Whether the response is of use before all of it is there (RFC 9218, section 4.2).
    public let isIncremental: Bool

    /// Creates a priority.
    ///
    /// - Parameters:
    ///   - urgency: From 0, the most urgent, to 7; what is beyond counts as the nearest of them.
    ///   - isIncremental: Whether the response is of use before all of it is there.
    public init(urgency: Int, isIncremental: Bool = false) {
        self.urgency = min(max(urgency, 0), 7)
        self.isIncremental = isIncremental
    }

    /// Somebody waits for it.
    public static let high = RequestPriority(urgency: 1)

    /// The priority of a call to which nobody gave one.
    public static let normal = RequestPriority(urgency: 3)

    /// It can wait, such as what is fetched in case it is needed.
    public static let low = RequestPriority(urgency: 5)

    /// Whether the first is less urgent than the second.
    public static func < (left: RequestPriority, right: RequestPriority) -> Bool {
        left.urgency > right.urgency
    }

    /// What URLSession has for it: from 1, the most urgent, by way of its default of 0.5 for ``normal``, to 0.
    var taskPriority: Float {
        urgency <= 3 ? 1 - Float(urgency) / 6 : 0.5 - Float(urgency - 3) / 8
    }

    /// The value of the `Priority` field; nil if it would say what is so without it.
    var fieldValue: String? {
        self == .normal ? nil : "u=\(urgency)\(isIncremental ? ", i" : "")"
    }
}
