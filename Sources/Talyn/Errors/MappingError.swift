public import Foundation

/// Why the body of a response could not be mapped to a value.
///
/// ``TalynError/underlyingError`` gives it for a ``TalynError/jsonMapping(_:)`` or ``TalynError/stringMapping(_:)``,
/// whose cases have no place for it.
public enum MappingError: Error, Sendable {
    /// The body is empty.
    case emptyBody
    /// The body is not JSON; what the parser says.
    case invalidJSON(any Error)
    /// There is nothing at this part of the key path.
    case missingKeyPath(String, missing: String)
    /// What is at the key path is not a string.
    case notAString(keyPath: String)
    /// The bytes from this offset on are not UTF-8.
    case invalidUTF8(offset: Int)
}

extension MappingError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .emptyBody:
            "The body is empty."
        case .invalidJSON(let error):
            "The body is not JSON. \(ErrorText.describe(any: error))"
        case .missingKeyPath(let keyPath, let missing):
            keyPath == missing
                ? "There is nothing at the key path '\(keyPath)'."
                : "There is nothing at '\(missing)' of the key path '\(keyPath)'."
        case .notAString(let keyPath):
            "What is at the key path '\(keyPath)' is not a string."
        case .invalidUTF8(let offset):
            "The body is not UTF-8 from byte \(offset) on."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .emptyBody: "Pass failsOnEmptyData: false if an empty body is fine."
        case .invalidJSON: "Check that the path is right and that the server answers with JSON."
        case .missingKeyPath: "Compare the key path with the body that the server sends."
        case .notAString: "Use map(_:atKeyPath:) for other types."
        case .invalidUTF8: "Use data for bytes, or decode it with the charset of its Content-Type."
        }
    }
}
