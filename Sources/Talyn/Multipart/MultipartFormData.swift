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

extension MultipartFormData {
    /// A part of bytes.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file; by default it is none, but a plain field.
    ///   - mimeType: The media type; by default the one that files with that name's extension usually have.
    public init(_ data: Data, name: String, fileName: String? = nil, mimeType: String? = nil) {
        self.init(provider: .data(data), name: name, fileName: fileName, mimeType: mimeType)
    }

    /// A file, read while it is sent.
    ///
    /// - Parameters:
    ///   - file: The URL of the file, and not one on a server.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file; by default the one that it has.
    ///   - mimeType: The media type; by default the one that files with that name's extension usually have.
    public init(_ file: URL, name: String, fileName: String? = nil, mimeType: String? = nil) {
        self.init(provider: .file(file), name: name, fileName: fileName, mimeType: mimeType)
    }

    /// A part of text, such as a plain field: what `String(requestValue:)` makes of the value.
    ///
    /// - Parameters:
    ///   - value: Text, a number, a Boolean, or whatever else describes itself; `Data` and `URL` have initialisers of
    ///     their own.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file; by default it is none, but a plain field.
    ///   - mimeType: The media type; by default the one that files with that name's extension usually have.
    public init(
        _ value: some CustomStringConvertible,
        name: String,
        fileName: String? = nil,
        mimeType: String? = nil
    ) {
        self.init(Data(String(requestValue: value).utf8), name: name, fileName: fileName, mimeType: mimeType)
    }

    /// A part of text: the raw value.
    ///
    /// - Parameters:
    ///   - value: What has a raw value that describes itself.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file; by default it is none, but a plain field.
    ///   - mimeType: The media type; by default the one that files with that name's extension usually have.
    public init<Value: RawRepresentable>(
        _ value: Value,
        name: String,
        fileName: String? = nil,
        mimeType: String? = nil
    ) where Value.RawValue: CustomStringConvertible {
        self.init(Data(String(requestValue: value).utf8), name: name, fileName: fileName, mimeType: mimeType)
    }

    /// A part of text: the raw value, and not the description that there is, too.
    ///
    /// - Parameters:
    ///   - value: What has a raw value that describes itself.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file; by default it is none, but a plain field.
    ///   - mimeType: The media type; by default the one that files with that name's extension usually have.
    public init<Value: RawRepresentable & CustomStringConvertible>(
        _ value: Value,
        name: String,
        fileName: String? = nil,
        mimeType: String? = nil
    ) where Value.RawValue: CustomStringConvertible {
        self.init(Data(String(requestValue: value).utf8), name: name, fileName: fileName, mimeType: mimeType)
    }
}
