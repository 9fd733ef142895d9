#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The failure to convert the body of a response.
///
/// It is the ``TalynError/underlyingError`` of an error with ``TalynError/Reason/decoding``.
package enum MappingError: Error, Sendable {
    /// The body is empty.
    case emptyBody
    /// The body isn't JSON. The error of the parser.
    case invalidJSON(any Error)
    /// There is no value at this part of the key path.
    case missingKeyPath(String, missing: String)
    /// The value at the key path isn't a string.
    case notAString(keyPath: String)
    /// The byte at this offset isn't UTF-8.
    case invalidUTF8(offset: Int)
}

extension MappingError: DescribedError {
    package var problem: String {
        switch self {
        case .emptyBody:
            "The body is empty."
        case .invalidJSON(let error):
            "The body isn't JSON. \(ErrorText.describe(any: error))"
        case .missingKeyPath(let keyPath, let missing):
            keyPath == missing
                ? "There is no value at the key path '\(keyPath)'."
                : "There is no value at '\(missing)' of the key path '\(keyPath)'."
        case .notAString(let keyPath):
            "The value at the key path '\(keyPath)' isn't a string."
        case .invalidUTF8(let offset):
            "The body isn't UTF-8: byte \(offset) is invalid."
        }
    }

    package var recovery: String? {
        switch self {
        case .emptyBody: "Pass failsOnEmptyData: false if an empty body is fine."
        case .invalidJSON: "Check that the path is right and that the server answers with JSON."
        case .missingKeyPath: "Compare the key path with the JSON of the server."
        case .notAString: "Use map(_:atKeyPath:) for other types."
        case .invalidUTF8: "Use data for bytes, or decode it with the charset of its Content-Type."
        }
    }
}
