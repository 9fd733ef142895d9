public import _TalynFoundation
import _TalynSupport

#if canImport(Android)
public import Android
#elseif canImport(Musl)
public import Musl
#elseif canImport(Glibc)
public import Glibc
#endif

/// The failure to read or write a body: that of a request, or the file of a download.
///
/// It is the ``TalynError/underlyingError`` of a call with ``TalynError/Reason/body``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum BodyError: Error, Sendable, Hashable {
    /// The multipart body has no parts (RFC 2046, section 5.1.1, requires at least one).
    case emptyMultipart

    /// The boundary in the `Content-Type` field is invalid (RFC 2046, section 5.1.1).
    case invalidBoundary(String)

    /// The name, file name or media type of a part has a line break or a NUL. Parts are counted from 0.
    case forbiddenCharacter(in: String, part: Int)

    /// The URL isn't that of a regular file on this machine, or it isn't a file URL.
    case notAFile(URL)

    /// The file can't be read.
    case cannotRead(URL, POSIXErrorCode)

    /// A stream or a file has fewer bytes than its declared length.
    case shorterThanDeclared(expected: Int64, actual: Int64)

    /// A stream or a file has more bytes than its declared length.
    case longerThanDeclared(expected: Int64)

    /// The stream was read before. It can be read only once.
    case streamAlreadyUsed

    /// The stream reported an error.
    case streamFailed

    /// The destination exists.
    case destinationExists(URL)

    /// The file or directory can't be written. `ENOSPC` means that the disk is full.
    case cannotWrite(URL, POSIXErrorCode)

    /// Another download to the same destination is running.
    case destinationInUse(URL)

    /// The digest of the downloaded file is wrong. The file is removed.
    case digestMismatch(expected: String, actual: String)

    /// The digest can't be computed: Talyn was built without the trait `Crypto`.
    case noDigest

    /// The server sent another part of the file than the requested one.
    case unexpectedPart
}

extension BodyError {
    /// Creates the failure to read or write a body or a file from an error that is one, or has one as its cause.
    ///
    /// A transport or a plugin asks so if the client itself failed, and not the network or the server. Nil for other errors.
    ///
    /// - Parameter error: The error, such as a ``TalynError`` or a ``TransportError``.
    public init?(_ error: any Error) {
        switch error {
        case let error as BodyError: self = error
        case let error as FileError: self.init(error)
        case let error as TransportError:
            guard let cause = error.underlyingError.flatMap({ BodyError($0) }) else { return nil }
            self = cause
        case let error as TalynError:
            guard let cause = error.underlyingError.flatMap({ BodyError($0) }) else { return nil }
            self = cause
        default: return nil
        }
    }

    init(_ error: FileError) {
        self =
            switch error {
            case .notAFile(let url): .notAFile(url)
            case .cannotRead(let url, let code): .cannotRead(url, code)
            case .cannotWrite(let url, let code): .cannotWrite(url, code)
            case .destinationExists(let url): .destinationExists(url)
            }
    }
}

extension BodyError: DescribedError {
    public var errorReason: TalynError.Reason { .body }

    public var problem: String {
        switch self {
        case .emptyMultipart:
            "The multipart body has no parts."
        case .invalidBoundary(let boundary):
            "The multipart boundary \(boundary.debugDescription) is invalid."
        case .forbiddenCharacter(let property, let part):
            "The \(property) of part \(part) has a line break or a NUL."
        case .notAFile(let url) where !url.isFileURL:
            "\(Self.text(url).debugDescription) isn't the URL of a file."
        case .notAFile(let url):
            "There is no regular file at \(Self.text(url))."
        case .cannotRead(let url, let code):
            "The file \(Self.text(url)) can't be read: \(Self.text(code))."
        case .shorterThanDeclared(let expected, let actual):
            "The content has \(actual) bytes instead of \(expected)."
        case .longerThanDeclared(let expected):
            "The content has more than the declared \(expected) bytes."
        case .streamAlreadyUsed:
            "The stream was read before."
        case .streamFailed:
            "The stream can't be read."
        case .destinationExists(let url):
            "The destination \(Self.text(url)) exists."
        case .cannotWrite(let url, let code):
            "\(Self.text(url)) can't be written: \(Self.text(code))."
        case .destinationInUse(let url):
            "Another download to \(Self.text(url)) is running."
        case .digestMismatch(let expected, let actual):
            "The file has the digest \(actual) instead of \(expected)."
        case .noDigest:
            "The digest can't be computed: Talyn was built without Crypto."
        case .unexpectedPart:
            "The server sent another part of the file than the requested one."
        }
    }

    public var recovery: String? {
        switch self {
        case .emptyMultipart: "Add at least one part, or use another body."
        case .invalidBoundary: "Use 1 to 70 letters, digits or '()+_,-./:=? and spaces, with no space at the end."
        case .forbiddenCharacter: "Remove the character, or send the text as the content of a part."
        case .notAFile(let url) where !url.isFileURL: "Give a file URL: URL(fileURLWithPath:) makes one of a path."
        case .notAFile: "Use the URL of a regular file. Archive a directory first."
        case .cannotRead(_, .EMFILE), .cannotWrite(_, .EMFILE), .cannotRead(_, .ENFILE), .cannotWrite(_, .ENFILE):
            "Close files, make fewer calls at the same time, or raise the limit of open files."
        case .cannotRead(_, .EIO), .cannotWrite(_, .EIO): "Check the disk."
        case .cannotRead: "Check the path and the permissions of the file."
        case .shorterThanDeclared, .longerThanDeclared:
            "Declare the exact length, and don't change a file while it is sent."
        case .streamAlreadyUsed: "Create a new stream for each call. If calls are retried, send data or a file."
        case .streamFailed: "Check the source of the stream."
        case .destinationExists: "Choose another destination, or set replacesExistingFile."
        case .cannotWrite(_, .ENOSPC): "Free space on the disk."
        case .cannotWrite(_, .EROFS): "Choose a place that can be written."
        case .cannotWrite(_, .ENOENT): "Create its directory, or set createsDirectories."
        case .cannotWrite: "Check the path and the permissions of its directory."
        case .destinationInUse: "Wait until it ends, or choose another destination."
        case .digestMismatch:
            "Download the file again. If that fails, too, check that the digest is the one of this file."
        case .noDigest: "Enable the trait Crypto, or remove the digest."
        case .unexpectedPart:
            "Try again. If that fails, too, check the server's responses to requests with a Range field."
        }
    }

    private static func text(_ url: URL) -> String {
        url.isFileURL ? url.path.debugDescription : Redaction.strict.url(url.absoluteString)
    }

    private static func text(_ code: POSIXErrorCode) -> String {
        String(cString: strerror(code.rawValue))
    }
}
