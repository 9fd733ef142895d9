/// A property behind a reference, so that a struct can contain values of its own type.
///
/// ```swift
/// @Indirect public var parent: Folder?
/// ```
@propertyWrapper
public struct Indirect<Value: Sendable>: Sendable {
    private indirect enum Storage: Sendable {
        case value(Value)
    }

    private var storage: Storage

    /// The value.
    public var wrappedValue: Value {
        get { switch storage { case .value(let value): value } }
        set { storage = .value(newValue) }
    }

    /// Stores a value behind a reference.
    public init(wrappedValue: Value) {
        storage = .value(wrappedValue)
    }
}

extension Indirect: Equatable where Value: Equatable {
    public static func == (one: Indirect, other: Indirect) -> Bool { one.wrappedValue == other.wrappedValue }
}

extension Indirect: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
