public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Encodes an `Encodable` value as the `name=value` pairs of a form or a query.
///
/// ```swift
/// .form(Login(name: "ada", remember: true), encoder: URLEncodedFormEncoder(boolEncoding: .literal))
/// ```
///
/// The value must have named members, such as a struct or a dictionary. Names and values are percent-encoded.
public struct URLEncodedFormEncoder: Sendable {
    /// The encoding of the names of array elements.
    let arrayEncoding: URLEncoding.ArrayEncoding
    /// The encoding of Booleans.
    let boolEncoding: URLEncoding.BoolEncoding
    /// The encoding of bytes.
    let dataEncoding: DataEncoding
    /// The encoding of dates.
    let dateEncoding: DateEncoding
    /// The encoding of the names of members.
    let keyEncoding: KeyEncoding
    /// The encoding of the names of nested members.
    let keyPathEncoding: KeyPathEncoding
    /// The encoding of members that are `nil`.
    let nilEncoding: NilEncoding
    /// The encoding of spaces.
    let spaceEncoding: SpaceEncoding
    /// Whether members are sorted by name, which makes the output deterministic. Otherwise they are in the order in
    /// which the value encodes them.
    let sortsKeys: Bool

    /// Creates an encoder. The defaults are those of ``URLEncoding``.
    public init(
        arrayEncoding: URLEncoding.ArrayEncoding = .brackets,
        boolEncoding: URLEncoding.BoolEncoding = .numeric,
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

    /// Encodes a value as pairs, joined with `&`.
    ///
    /// - Throws: ``RequestError/parameter(path:problem:)`` for a value without named members or a number that is not
    ///   finite, and any error of the value or of a closure in the options.
    public func encode(_ value: any Encodable) throws -> String {
        var writer = writer
        try writer.write(members(of: value))
        return text(writer)
    }
}

extension URLEncodedFormEncoder {
    /// Encodes a value, and parameters that replace members of the same name.
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

extension URLEncodedFormEncoder {
    /// The encoding of bytes.
    public enum DataEncoding: Sendable {
        /// As `Data` encodes itself: an array of numbers.
        case deferredToData
        /// Base64 (RFC 4648, section 4).
        case base64
        /// The result of a closure.
        case custom(@Sendable (Data) throws -> String)
    }

    /// The encoding of dates.
    public enum DateEncoding: Sendable {
        /// As `Date` encodes itself: seconds since the start of 2001.
        case deferredToDate
        /// Seconds since the start of 1970.
        case secondsSince1970
        /// Milliseconds since the start of 1970.
        case millisecondsSince1970
        /// A date and time such as `2024-02-29T12:00:00Z` (RFC 3339).
        case iso8601
        /// The output of a formatter.
        case formatted(DateFormatter)
        /// The result of a closure.
        case custom(@Sendable (Date) throws -> String)
    }

    /// The encoding of the names of members, including the keys of dictionaries.
    public enum KeyEncoding: Sendable {
        /// The name without changes.
        case useDefaultKeys
        /// `oneTwoThree` as `one_two_three`.
        case convertToSnakeCase
        /// `oneTwoThree` as `one-two-three`.
        case convertToKebabCase
        /// `oneTwoThree` as `OneTwoThree`.
        case capitalized
        /// `oneTwoThree` as `ONETWOTHREE`.
        case uppercased
        /// `oneTwoThree` as `onetwothree`.
        case lowercased
        /// The result of a closure.
        case custom(@Sendable (String) -> String)
    }

    /// The encoding of the names of nested members.
    public enum KeyPathEncoding: Sendable {
        /// `outer[inner]`
        case brackets
        /// `outer.inner`
        case dots
        /// The outer name, followed by the result of a closure for the inner name.
        case custom(@Sendable (_ inner: String) -> String)
    }

    /// The encoding of members that are `nil`.
    public enum NilEncoding: Sendable {
        /// Omits the member.
        case dropKey
        /// An empty value: `name=`.
        case dropValue
        /// The value `null`.
        case null
        /// The result of a closure. Omits the member if the closure returns nil.
        case custom(@Sendable () -> String?)
    }

    /// The encoding of spaces.
    public enum SpaceEncoding: Sendable, Hashable {
        /// `%20`
        case percentEscaped
        /// `+`
        case plusReplaced
    }
}

extension URLEncodedFormEncoder.KeyEncoding {
    func encode(_ key: String) -> String {
        switch self {
        case .useDefaultKeys: key
        case .convertToSnakeCase: Self.words(of: key).joined(separator: "_")
        case .convertToKebabCase: Self.words(of: key).joined(separator: "-")
        case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
        case .uppercased: key.uppercased()
        case .lowercased: key.lowercased()
        case .custom(let make): make(key)
        }
    }

    /// Splits a name in camel case into lowercase words: `myURLPath` becomes "my", "url" and "path".
    private static func words(of key: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(key)
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0 {
                let follows = characters[index - 1]
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if !word.isEmpty, follows != "_", !follows.isUppercase || endsAcronym {
                    words.append(word.lowercased())
                    word = ""
                }
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }
}

extension URLEncodedFormEncoder.NilEncoding {
    /// The text for nil; nil to omit the member.
    var text: String? {
        switch self {
        case .dropKey: nil
        case .dropValue: ""
        case .null: "null"
        case .custom(let make): make()
        }
    }
}

/// Puts the members of an `Encodable` value into the query or the body, for ``HTTPTask/query(_:encoder:)`` and
/// ``HTTPTask/form(_:encoder:)``.
struct EncodableFormEncoding: ParameterEncoding {
    enum Destination: Sendable {
        case query
        case body
    }

    let value: any Encodable & Sendable
    let encoder: URLEncodedFormEncoder
    let destination: Destination

    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        let pairs = try encoder.encode(value, with: parameters ?? [:])
        switch destination {
        case .query: try request.appendQuery(pairs)
        case .body: request.setFormBody(Data(pairs.utf8))
        }
        return request
    }
}
