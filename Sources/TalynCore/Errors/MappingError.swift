import _TalynFoundation

/// The failure to convert the body of a response.
///
/// It is the ``TalynError/underlyingError`` of an error with ``TalynError/Reason/decoding``.
enum MappingError: Error, Sendable {
    /// The body is empty.
    case emptyBody
    /// The body isn't JSON. The error of the parser.
    case invalidJSON(any Error)
    /// There is no value at this part of the key path.
    case missingKeyPath(String, missing: String)
    /// The body isn't text in its charset. The offset is that of the first invalid byte, if it is known.
    case invalidText(charset: String, offset: Int?)
    /// Talyn doesn't know the charset of the body.
    case unknownCharset(String)
}

extension MappingError: DescribedError {
    public var errorReason: TalynError.Reason { .decoding }

    public var problem: String {
        switch self {
        case .emptyBody:
            "The body is empty."
        case .invalidJSON(let error):
            "The body isn't JSON. \(ErrorText.describe(any: error))"
        case .missingKeyPath(let keyPath, let missing):
            keyPath == missing
                ? "There is no value at the key path '\(keyPath)'."
                : "There is no value at '\(missing)' of the key path '\(keyPath)'."
        case .invalidText(let charset, let offset):
            "The body isn't text in \(charset.uppercased())" + (offset.map { ": byte \($0) is invalid." } ?? ".")
        case .unknownCharset(let charset):
            "The charset '\(charset)' of the body is unknown."
        }
    }

    public var recovery: String? {
        switch self {
        case .emptyBody: "Pass failsOnEmptyData: false if an empty body is fine."
        case .invalidJSON: "Check that the path is right and that the server answers with JSON."
        case .missingKeyPath: "Compare the key path with the JSON of the server."
        case .invalidText, .unknownCharset: "Decode Data to get the bytes."
        }
    }
}
