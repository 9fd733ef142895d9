/// A coding key for any name.
///
/// It has one stored property, so that it fits into an existential without an allocation.
public struct AnyCodingKey: CodingKey {
    public let stringValue: String
    public var intValue: Int? { nil }

    @inlinable public init(_ name: String) { stringValue = name }

    public init(stringValue: String) { self.stringValue = stringValue }

    public init?(intValue: Int) { nil }
}
