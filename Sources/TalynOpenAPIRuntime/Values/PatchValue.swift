/// The value of a property that a request can leave out, set to `null`, or set to a value.
///
/// ```swift
/// var change = IssueChange()
/// change.milestone = .null   // Removes the milestone.
/// change.title = "Tea"       // Sets the title. All else stays unchanged.
/// ```
public enum PatchValue<Value: Sendable>: Sendable {
    /// The property is left out.
    case unchanged
    /// The property is `null`.
    case null
    /// The property has a value.
    case value(Value)

    /// The value; nil without one.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Creates a value; nil leaves the property out.
    public init(_ value: Value?) {
        self = value.map { .value($0) } ?? .unchanged
    }

    /// The same with another value.
    public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> PatchValue<Other> {
        switch self {
        case .unchanged: .unchanged
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
    }
}

extension PatchValue: Equatable where Value: Equatable {}
extension PatchValue: Hashable where Value: Hashable {}

extension PatchValue: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByUnicodeScalarLiteral {
    public init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
        self = .value(Value(unicodeScalarLiteral: value))
    }
}

extension PatchValue: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
        self = .value(Value(extendedGraphemeClusterLiteral: value))
    }
}

extension PatchValue: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
    public init(stringLiteral value: Value.StringLiteralType) { self = .value(Value(stringLiteral: value)) }
}

extension PatchValue: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Value.IntegerLiteralType) { self = .value(Value(integerLiteral: value)) }
}

extension PatchValue: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Value.FloatLiteralType) { self = .value(Value(floatLiteral: value)) }
}

extension PatchValue: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Value.BooleanLiteralType) { self = .value(Value(booleanLiteral: value)) }
}
