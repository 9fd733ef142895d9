public import Foundation

/// What is wrong with a body that was to be sent, or with the file that a response was to become.
///
/// A call fails with it inside ``TalynError/underlying(_:_:)``.
public enum BodyError: Error, Sendable, Hashable {
    /// The multipart body has no parts (RFC 2046, section 5.1.1, asks for one at least).
    case emptyMultipart

    /// The boundary in the `Content-Type` field is none (RFC 2046, section 5.1.1).
    case invalidBoundary(String)

    /// A part has a line break or a NUL where it would end the part's head. Parts are counted from 0.
    case forbiddenCharacter(in: PartProperty, part: Int)

    /// There is no regular file at the URL, but a directory, a device, or something that is not on this machine.
    case notAFile(URL)

    /// The file can't be read.
    case cannotRead(URL, POSIXErrorCode)

    /// A stream or a file ended before so many bytes had come.
    case shorterThanDeclared(expected: Int64, actual: Int64)

    /// A stream or a file goes on behind so many bytes.
    case longerThanDeclared(expected: Int64)

    /// The stream has been opened before: it can be read only once.
    case streamAlreadyUsed

    /// The stream reported an error.
    case streamFailed

    /// The body is to be compressed, and there is nothing to compress it with.
    case noCompressor

    /// There is something at the destination already.
    case destinationExists(URL)

    /// The file or directory can't be written; with `ENOSPC` because the disk is full.
    case cannotWrite(URL, POSIXErrorCode)

    /// Another download to the same destination is under way.
    case destinationInUse(URL)

    /// The file that has arrived has another digest than it has to have. It is removed.
    case digestMismatch(expected: ContentDigest, actual: ContentDigest)

    /// A digest is to be checked, and there is nothing to compute it with.
    case noDigest

    /// The server has sent a part of the file that it was not asked for.
    case unexpectedPart

    /// What a part says of itself in its head.
    public enum PartProperty: Sendable, Hashable {
        /// The name of the form field.
        case name
        /// The name of the file.
        case fileName
        /// The media type of the content.
        case mimeType
    }
}

extension BodyError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .emptyMultipart:
            "The multipart body has no parts."
        case .invalidBoundary(let boundary):
            "The multipart boundary \(boundary.debugDescription) is invalid."
        case .forbiddenCharacter(let property, let part):
            "The \(property.text) of part \(part) has a line break or a NUL."
        case .notAFile(let url):
            "There is no regular file at \(Self.text(url))."
        case .cannotRead(let url, let code):
            "The file \(Self.text(url)) can't be read: \(Self.text(code))."
        case .shorterThanDeclared(let expected, let actual):
            "The content was to have \(expected) bytes, and has only \(actual)."
        case .longerThanDeclared(let expected):
            "The content was to have \(expected) bytes, and has more."
        case .streamAlreadyUsed:
            "The stream has been read before."
        case .streamFailed:
            "The stream can't be read."
        case .noCompressor:
            "The body can't be compressed here."
        case .destinationExists(let url):
            "There is something at \(Self.text(url)) already."
        case .cannotWrite(let url, let code):
            "\(Self.text(url)) can't be written: \(Self.text(code))."
        case .destinationInUse(let url):
            "Another download to \(Self.text(url)) is under way."
        case .digestMismatch(let expected, let actual):
            "The file was to have the digest \(expected), and has \(actual)."
        case .noDigest:
            "Digests can't be computed here."
        case .unexpectedPart:
            "The server has sent another part of the file than was asked for."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .emptyMultipart: "Give at least one part, or another task."
        case .invalidBoundary: "Use 1 to 70 letters, digits or '()+_,-./:=? and spaces, with no space at the end."
        case .forbiddenCharacter: "Remove it, or send the text as the content of a part."
        case .notAFile: "Give a file URL of a regular file; directories have to be archived first."
        case .cannotRead: "Check the path and the permissions of the file."
        case .shorterThanDeclared, .longerThanDeclared:
            "Declare the exact length, and don't change a file while it is sent."
        case .streamAlreadyUsed: "Make a new, unopened stream for each call; send data or a file if calls are repeated."
        case .streamFailed: "Check what the stream reads from."
        case .noCompressor: "Build with the trait AsyncHTTPClient, or leave out the option compression."
        case .destinationExists: "Choose another destination, or add the option removePreviousFile."
        case .cannotWrite(_, .ENOSPC): "Make room on the disk."
        case .cannotWrite(_, .ENOENT): "Create its directory, or add the option createIntermediateDirectories."
        case .cannotWrite: "Check the path and the permissions of its directory."
        case .destinationInUse: "Wait for it, or choose another destination."
        case .digestMismatch: "Download it again; if that doesn't help, check whose digest it is."
        case .noDigest: "Build with the trait Crypto, or leave out the digest."
        case .unexpectedPart: "Try again; if that fails too, check how the server answers requests with a Range field."
        }
    }

    private static func text(_ url: URL) -> String {
        url.isFileURL ? url.path.debugDescription : Redaction.strict.url(url.absoluteString)
    }

    private static func text(_ code: POSIXErrorCode) -> String {
        String(cString: strerror(code.rawValue))
    }
}

extension BodyError.PartProperty {
    fileprivate var text: String {
        switch self {
        case .name: "name"
        case .fileName: "file name"
        case .mimeType: "media type"
        }
    }
}
