public import Foundation

/// One part of a multipart body (RFC 7578): a form field, or a file.
///
/// ```swift
/// .uploadMultipart([
///     MultipartFormData(provider: .data(Data("Ada".utf8)), name: "author"),
///     MultipartFormData(provider: .file(photo), name: "photo"),
/// ])
/// ```
@preconcurrency
public struct MultipartFormData: Hashable, Sendable {
    /// Where the content of a part comes from.
    @preconcurrency
    public enum FormDataProvider: Hashable, @unchecked Sendable {  // A stream is read by one call, once.
        /// Bytes in memory.
        case data(Data)
        /// A file, read while it is sent.
        case file(URL)
        /// A stream of so many bytes, which can be read only once.
        case stream(InputStream, UInt64)
    }

    /// Where the content comes from.
    public let provider: FormDataProvider

    /// The name of the form field.
    public let name: String

    /// The name of the file; by default that of a file's URL, and none for data and streams.
    public let fileName: String?

    /// The media type of the content; by default the one that files with that name's extension usually have.
    public let mimeType: String?

    /// Creates a part; nothing is checked or read before it is sent.
    public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
        self.provider = provider
        self.name = name
        self.fileName = fileName
        self.mimeType = mimeType
    }
}
