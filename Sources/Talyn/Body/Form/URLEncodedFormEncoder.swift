/// Writes an `Encodable` value as the `name=value` pairs of a form or a query.
///
/// ```swift
/// .form(Login(name: "ada", remember: true), encoder: URLEncodedFormEncoder(boolEncoding: .literal))
/// ```
///
/// The value has to have named members, as a struct or a dictionary does. Names and values are percent-encoded.
public struct URLEncodedFormEncoder: Sendable {
    /// How the name of an array's elements is written.
    public typealias ArrayEncoding = URLEncoding.ArrayEncoding

    /// How a Boolean is written.
    public typealias BoolEncoding = URLEncoding.BoolEncoding

    /// How the name of an array's elements is written.
    public var arrayEncoding: ArrayEncoding
    /// How a Boolean is written.
    public var boolEncoding: BoolEncoding
    /// How bytes are written.
    public var dataEncoding: DataEncoding
    /// How a date is written.
    public var dateEncoding: DateEncoding
    /// How a member's name is written.
    public var keyEncoding: KeyEncoding
    /// How the name of a nested member is written.
    public var keyPathEncoding: KeyPathEncoding
    /// What becomes of a member that is `nil`.
    public var nilEncoding: NilEncoding
    /// How a space is written.
    public var spaceEncoding: SpaceEncoding
    /// Whether members are sorted by name, so that the same value always gives the same text; otherwise they come in the
    /// order in which the value encodes them.
    public var sortsKeys: Bool

    /// Creates an encoder; what is left out is as with ``URLEncoding``.
    public init(
        arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric,
        dataEncoding: DataEncoding = .base64,
        dateEncoding: DateEncoding = .deferredToDate,
        keyEncoding: KeyEncoding = .useDefaultKeys,
        keyPathEncoding: KeyPathEncoding = .brackets,
        nilEncoding: NilEncoding = .dropKey,
        spaceEncoding: SpaceEncoding = .percentEscaped,
        sortsKeys: Bool = true
    ) {
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.dataEncoding = dataEncoding
        self.dateEncoding = dateEncoding
        self.keyEncoding = keyEncoding
        self.keyPathEncoding = keyPathEncoding
        self.nilEncoding = nilEncoding
        self.spaceEncoding = spaceEncoding
        self.sortsKeys = sortsKeys
    }

    /// The pairs, joined with `&`.
    ///
    /// - Throws: ``RequestError/parameter(path:problem:)`` for a value without named members or a number that is none,
    ///   and whatever the value or one of the options' closures throws.
    public func encode(_ value: any Encodable) throws -> String {
        var writer = writer
        try writer.write(members(of: value))
        return text(writer)
    }
}

extension URLEncodedFormEncoder {
    /// The pairs of the value's members, and of parameters that take the place of members with the same name.
    func encode(_ value: any Encodable, with parameters: Parameters) throws -> String {
        var writer = writer
        try writer.write(members(of: value).filter { parameters[$0.name] == nil })
        try writer.write(parameters)
        return text(writer)
    }

    private func members(of value: any Encodable) throws -> [FormNode.Member] {
        let root = FormNode()
        try root.encode(value, with: self, at: [])
        guard case .object(let members) = root.content else {
            throw RequestError.parameter(path: "", problem: "is a \(type(of: value)), which has no named members")
        }
        return members
    }

    private var writer: URLEncodedWriter {
        URLEncodedWriter(
            arrayEncoding: arrayEncoding,
            boolEncoding: boolEncoding,
            keyPathEncoding: keyPathEncoding,
            spaceEncoding: spaceEncoding,
            sortsKeys: sortsKeys
        )
    }

    private func text(_ writer: URLEncodedWriter) -> String {
        String(decoding: writer.bytes, as: UTF8.self)
    }
}
