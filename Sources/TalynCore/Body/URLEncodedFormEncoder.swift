#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Writes an `Encodable` value as the `name=value` pairs of a form or a query.
///
/// The value must have named members, such as a struct or a dictionary. Names and values are percent-encoded.
package struct URLEncodedFormEncoder: Sendable {
    /// How the name of an array's elements is written.
    let arrayEncoding: CodingOptions.ArrayFormat
    /// How a Boolean is written.
    let boolEncoding: CodingOptions.BooleanFormat
    /// How bytes are written.
    let dataEncoding: DataEncoding
    /// How a date is written.
    var dateEncoding: DateEncoding
    /// How a member's name is written.
    var keyEncoding: KeyEncoding
    /// How the name of a nested member is written.
    let keyPathEncoding: KeyPathEncoding
    /// The encoding of members that are `nil`.
    let nilEncoding: NilEncoding
    /// The encoding of spaces.
    let spaceEncoding: SpaceEncoding
    /// Whether members are sorted by name, which makes the output deterministic. Otherwise they are in the order in
    /// which the value encodes them.
    let sortsKeys: Bool

    /// Creates an encoder. By default names have brackets, booleans are numbers, and dates are in ISO 8601.
    package init(
        arrayEncoding: CodingOptions.ArrayFormat = .brackets,
        boolEncoding: CodingOptions.BooleanFormat = .numeric,
        dataEncoding: DataEncoding = .base64,
        dateEncoding: DateEncoding = .iso8601,
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
    /// - Throws: An error for a value without named members, or a number that isn't finite. Errors of the value
    ///   and of closures in the options, too.
    package func encode(_ value: any Encodable) throws -> String {
        var writer = writer
        try writer.write(members(of: value))
        return text(writer)
    }
}

extension URLEncodedFormEncoder {
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
    package enum DataEncoding: Sendable {
        /// As `Data` encodes itself: an array of numbers.
        case deferredToData
        /// Base64 (RFC 4648, section 4).
        case base64
        /// The result of a closure.
        case custom(@Sendable (Data) throws -> String)
    }

    /// The encoding of dates.
    package enum DateEncoding: Sendable {
        /// As `Date` encodes itself: seconds since the start of 2001.
        case deferredToDate
        /// Seconds since the start of 1970.
        case secondsSince1970
        /// Milliseconds since the start of 1970.
        case millisecondsSince1970
        /// A date and time such as `2024-02-29T12:00:00Z` (RFC 3339).
        case iso8601
        /// The result of a closure.
        case custom(@Sendable (Date) throws -> String)
    }

    /// The encoding of the names of members, including the keys of dictionaries.
    package enum KeyEncoding: Sendable {
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
    package enum KeyPathEncoding: Sendable {
        /// `outer[inner]`
        case brackets
        /// `outer.inner`
        case dots
        /// The outer name, followed by the result of a closure for the inner name.
        case custom(@Sendable (_ inner: String) -> String)
    }

    /// The encoding of members that are `nil`.
    package enum NilEncoding: Sendable {
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
    package enum SpaceEncoding: Sendable, Hashable {
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
