public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Writes an `Encodable` value as the `name=value` pairs of a form or a query.
///
/// ```swift
/// .form(Login(name: "ada", remember: true), encoder: URLEncodedFormEncoder(boolEncoding: .literal))
/// ```
///
/// The value has to have named members, as a struct or a dictionary does. Names and values are percent-encoded.
public struct URLEncodedFormEncoder: Sendable {
    /// How the name of an array's elements is written.
    let arrayEncoding: URLEncoding.ArrayEncoding
    /// How a Boolean is written.
    let boolEncoding: URLEncoding.BoolEncoding
    /// How bytes are written.
    let dataEncoding: DataEncoding
    /// How a date is written.
    let dateEncoding: DateEncoding
    /// How a member's name is written.
    let keyEncoding: KeyEncoding
    /// How the name of a nested member is written.
    let keyPathEncoding: KeyPathEncoding
    /// What becomes of a member that is `nil`.
    let nilEncoding: NilEncoding
    /// How a space is written.
    let spaceEncoding: SpaceEncoding
    /// Whether members are sorted by name, so that the same value always gives the same text; otherwise they come in the
    /// order in which the value encodes them.
    let sortsKeys: Bool

    /// Creates an encoder; what is left out is as with ``URLEncoding``.
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

extension URLEncodedFormEncoder {
    /// How bytes are written.
    public enum DataEncoding: Sendable {
        /// As `Data` encodes itself: an array of numbers.
        case deferredToData
        /// In Base64 (RFC 4648, section 4).
        case base64
        /// What the closure makes of them.
        case custom(@Sendable (Data) throws -> String)
    }

    /// How a date is written.
    public enum DateEncoding: Sendable {
        /// As `Date` encodes itself: seconds since the start of 2001.
        case deferredToDate
        /// Seconds since the start of 1970.
        case secondsSince1970
        /// Milliseconds since the start of 1970.
        case millisecondsSince1970
        /// As `2024-02-29T12:00:00Z` (RFC 3339).
        case iso8601
        /// As the formatter writes it.
        case formatted(DateFormatter)
        /// What the closure makes of it.
        case custom(@Sendable (Date) throws -> String)
    }

    /// How a member's name is written; that of every member, those of dictionaries among them.
    public enum KeyEncoding: Sendable {
        /// As it is.
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
        /// What the closure makes of it.
        case custom(@Sendable (String) -> String)
    }

    /// How the name of a nested member continues that of the member around it.
    public enum KeyPathEncoding: Sendable {
        /// `outer[inner]`
        case brackets
        /// `outer.inner`
        case dots
        /// What the closure makes of the inner name is appended to the outer one.
        case custom(@Sendable (_ inner: String) -> String)
    }

    /// What becomes of a member that is `nil`.
    public enum NilEncoding: Sendable {
        /// It is left out.
        case dropKey
        /// Its name comes with an empty value: `name=`.
        case dropValue
        /// Its value is `null`.
        case null
        /// Its value is what the closure gives; without one it is left out.
        case custom(@Sendable () -> String?)
    }

    /// How a space is written.
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

    /// The words of a name in camel case, in lower case: `myURLPath` is "my", "url" and "path".
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
    /// What is written for nothing; nil if nothing is.
    var text: String? {
        switch self {
        case .dropKey: nil
        case .dropValue: ""
        case .null: "null"
        case .custom(let make): make()
        }
    }
}

/// Puts the members of an `Encodable` value into the query or the body: what ``HTTPTask/query(_:encoder:)`` and
/// ``HTTPTask/form(_:encoder:)`` make.
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
