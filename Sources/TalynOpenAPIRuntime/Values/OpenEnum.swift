/// An enum of texts that can grow: a value that the document doesn't have becomes the case `other`.
///
/// An app that knows fewer values than its server can still decode the response.
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
    /// Creates the case of a text. An unknown one is `other`.
    init(rawValue: String)
}

extension OpenEnum {
    public init(from decoder: any Decoder) throws { self.init(rawValue: try decoder.single(String.self)) }

    public func encode(to encoder: any Encoder) throws { try encoder.single(rawValue) }

    public var description: String { rawValue }
}

/// An enum of integers that can grow: a value that the document doesn't have becomes the case `other`.
public protocol OpenIntegerEnum: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible
where RawValue == Int {
    /// Creates the case of a number. An unknown one is `other`.
    init(rawValue: Int)
}

extension OpenIntegerEnum {
    public init(from decoder: any Decoder) throws { self.init(rawValue: try decoder.single(Int.self)) }

    public func encode(to encoder: any Encoder) throws { try encoder.single(rawValue) }

    public var description: String { String(rawValue) }
}
