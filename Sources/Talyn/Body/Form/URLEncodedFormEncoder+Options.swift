public import Foundation

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
