public import Foundation

/// A part of a `multipart/form-data` body (RFC 7578).
public struct MultipartFormData: Hashable {
    /// The source of a part's content.
    public enum FormDataProvider: Hashable {
        /// Data in memory.
        case data(Foundation.Data)

        /// A file, which is read while it is sent.
        case file(URL)

        /// A stream and its length in bytes.
        case stream(InputStream, UInt64)
    }

    /// The source of the content.
    public let provider: FormDataProvider

    /// The name of the form field.
    public let name: String

    /// The name of the file, if the part is one.
    public let fileName: String?

    /// The media type.
    public let mimeType: String?

    /// Creates a part.
    public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
        self.provider = provider
        self.name = name
        self.fileName = fileName
        self.mimeType = mimeType
    }
}
