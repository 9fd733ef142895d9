/// A value stored by a reference, so that a struct can contain values of its own type.
///
/// ```swift
/// public var parent: Folder? {
///     get { _parent.value }
///     set { _parent.value = newValue }
/// }
/// private var _parent: Indirect<Folder?>
/// ```
public struct Indirect<Value: Sendable>: Sendable {
    // An array has its elements elsewhere, and copies them when they are changed.
    private var storage: [Value]

    /// The value.
    public var value: Value {
        get { storage[0] }
        set { storage[0] = newValue }
    }

    /// Stores a value by a reference.
    public init(_ value: Value) { storage = [value] }
}

extension Indirect: Equatable where Value: Equatable {
    public static func == (one: Indirect, other: Indirect) -> Bool { one.value == other.value }
}

extension Indirect: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
