public import HTTPTypes
public import _TalynFoundation

/// A part of a multipart body (RFC 7578): a form field or a file.
///
/// ```swift
/// .multipart([
///     MultipartPart("Ada", name: "author"),
///     MultipartPart(photo, name: "photo"),
/// ])
/// ```
public struct MultipartPart: Hashable, Sendable {
    /// The source of a part's content.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Content: Hashable, Sendable {
        /// Bytes in memory.
        case data(Data)
        /// A file, read while it is sent.
        case file(URL)
        /// A body that is read while it is sent.
        case stream(StreamedUpload)
    }

    /// The source of the content.
    public let content: Content

    /// The name of the form field.
    public let name: String

    /// The name of the file. By default, a file has the name in its URL. Data and streams have no name.
    public let fileName: String?

    /// The media type of the content. By default, the extension of the file name decides.
    public let contentType: String?

    /// Further header fields of the part, such as `Content-ID`. The names and the media type of the part give `Content-Disposition` and
    /// `Content-Type`, so these two have no effect here. Receivers of forms ignore other fields, unless they ask for them (RFC 7578,
    /// section 4.8).
    public var headerFields = HTTPFields()

    /// Creates a part. Nothing is checked or read before the part is sent.
    package init(content: Content, name: String, fileName: String? = nil, contentType: String? = nil) {
        self.content = content
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
    }
}

extension MultipartPart {
    /// Creates a part from bytes.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file. Without one, the part is a plain field.
    ///   - contentType: The media type. By default, the extension of the file name decides.
    public init(_ data: Data, name: String, fileName: String? = nil, contentType: String? = nil) {
        self.init(content: .data(data), name: name, fileName: fileName, contentType: contentType)
    }

    /// Creates a part from a file, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - file: The URL of a local file.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file. By default, the name in its URL.
    ///   - contentType: The media type. By default, the extension of the file name decides.
    public init(_ file: URL, name: String, fileName: String? = nil, contentType: String? = nil) {
        self.init(content: .file(file), name: name, fileName: fileName, contentType: contentType)
    }

    /// Creates a part from a body that is read while it is sent.
    ///
    /// - Parameters:
    ///   - body: The body. If its length isn't known, the whole multipart body is sent in chunks.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file. Without one, the part is a plain field.
    ///   - contentType: The media type. By default, the extension of the file name decides.
    public init(
        _ body: HTTPBody,
        name: String,
        fileName: String? = nil,
        contentType: String? = nil
    ) {
        self.init(content: .stream(StreamedUpload(body)), name: name, fileName: fileName, contentType: contentType)
    }

    /// Creates a part from a value as text, such as a plain field.
    ///
    /// - Parameters:
    ///   - value: Text, a number, a Boolean or another value with a description. `Data` and `URL` have initializers of
    ///     their own.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file. Without one, the part is a plain field.
    ///   - contentType: The media type. By default, the extension of the file name decides.
    @_disfavoredOverload  // The raw value counts for a value with both a raw value and a description.
    public init(
        _ value: some CustomStringConvertible,
        name: String,
        fileName: String? = nil,
        contentType: String? = nil
    ) {
        self.init(Data(String(requestValue: value).utf8), name: name, fileName: fileName, contentType: contentType)
    }

    /// Creates a part from a raw value as text. The raw value counts, not a description.
    ///
    /// - Parameters:
    ///   - value: A value with a raw value.
    ///   - name: The name of the form field.
    ///   - fileName: The name of the file. Without one, the part is a plain field.
    ///   - contentType: The media type. By default, the extension of the file name decides.
    public init<Value: RawRepresentable>(
        _ value: Value,
        name: String,
        fileName: String? = nil,
        contentType: String? = nil
    ) where Value.RawValue: CustomStringConvertible {
        self.init(Data(String(requestValue: value).utf8), name: name, fileName: fileName, contentType: contentType)
    }
}
