public import _TalynFoundation
import _TalynSupport

/// The body of a request.
///
/// A body in memory is encoded for each attempt. A file, a multipart body and a stream are read while they are sent.
public struct RequestBody: Sendable {
    enum Content: Sendable {
        case none
        case data(Data)
        case json(any Encodable & Sendable, JSONEncoder?)
        case form(any Encodable & Sendable)
        case upload(Upload)
    }

    /// The bodies that are read while they are sent.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Upload: Hashable, Sendable {
        /// The content of a file.
        case file(URL)

        /// The parts of a multipart body.
        case multipart([MultipartPart])

        /// A body from the caller's code.
        case stream(StreamedUpload)
    }

    let content: Content

    /// No body.
    public static let none = RequestBody(content: .none)

    /// Bytes. The `Content-Type` is up to the target's header fields.
    public static func data(_ data: Data) -> RequestBody {
        RequestBody(content: .data(data))
    }

    /// A value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: The encoder. By default the one of the target's ``TargetType/coding``.
    public static func json(_ value: any Encodable & Sendable, encoder: JSONEncoder? = nil) -> RequestBody {
        RequestBody(content: .json(value, encoder))
    }

    /// Named values of several types as a JSON object: `.json(["title": title, "stars": 5])`.
    public static func json(_ parameters: RequestParameters) -> RequestBody {
        RequestBody(content: .json(parameters, nil))
    }

    /// The members of a value as a form (`application/x-www-form-urlencoded`).
    ///
    /// The target's ``TargetType/coding`` has the formats.
    ///
    /// - Parameter value: A value with named members, such as a struct. The call fails for any other.
    public static func form(_ value: any Encodable & Sendable) -> RequestBody {
        RequestBody(content: .form(value))
    }

    /// Named values of several types as a form: `.form(["name": name, "remember": true])`.
    public static func form(_ parameters: RequestParameters) -> RequestBody {
        RequestBody(content: .form(parameters))
    }

    /// A multipart body (RFC 7578).
    ///
    /// The boundary is random, unless the `Content-Type` of the target has one.
    public static func multipart(_ parts: [MultipartPart]) -> RequestBody {
        RequestBody(content: .upload(.multipart(parts)))
    }

    /// The content of a file.
    public static func file(_ url: URL) -> RequestBody {
        RequestBody(content: .upload(.file(url)))
    }

    /// A body that is read while it is sent, such as one from an asynchronous sequence.
    ///
    /// ```swift
    /// case .record(let readings): .stream(HTTPBody(readings))
    /// ```
    ///
    /// AsyncHTTPClient asks for a chunk when the connection has room for it. URLSession sends only bytes and files: a
    /// stream is collected first, up to 1 MB in memory and beyond in a temporary file.
    ///
    /// A retry, a redirect that keeps the method, and a challenge can send it again only if it is
    /// ``HTTPBody/isReplayable``.
    public static func stream(_ body: HTTPBody) -> RequestBody {
        RequestBody(content: .upload(.stream(StreamedUpload(body))))
    }

    /// The body that is read while it is sent; nil for a body in memory, and without one.
    public var upload: Upload? {
        if case .upload(let upload) = content { upload } else { nil }
    }

    /// Whether the body can be sent more than once.
    var isReplayable: Bool { upload?.isReplayable ?? true }
}

extension RequestBody.Upload {
    /// Whether the body can be sent more than once.
    var isReplayable: Bool {
        switch self {
        case .file: true
        case .multipart(let parts):
            parts.allSatisfy { if case .stream(let upload) = $0.content { upload.body.isReplayable } else { true } }
        case .stream(let upload): upload.body.isReplayable
        }
    }

    /// Sets the `Content-Type` of a multipart body, unless the request has one with a boundary.
    ///
    /// A `Content-Type` of another type is replaced, since apps tend to set one for all of their requests. A multipart type keeps its
    /// parameters: `multipart/related` needs them (RFC 2387, section 3.1).
    func setContentType(of request: inout OutgoingRequest) throws(BodyError) {
        guard case .multipart = self else { return }
        let contentType = request.headerFields[.contentType] ?? ""
        guard try MultipartBoundary(contentType: contentType) == nil else { return }
        let given = MediaType(contentType)
        let isMultipart = given.type == "multipart" && !given.subtype.isEmpty
        let type = isMultipart ? contentType.trimming { "; \t".unicodeScalars.contains($0) } : "multipart/form-data"
        request.headerFields[.contentType] = "\(type); boundary=\(MultipartBoundary().text)"
    }

    /// The body of a request whose `Content-Type` is set. Files are checked, but not read yet.
    func body(for request: OutgoingRequest) throws(BodyError) -> HTTPBody {
        switch self {
        case .file(let url):
            return HTTPBody([try BodySegment(file: url)])
        case .multipart(let parts):
            let contentType = request.headerFields[.contentType] ?? ""
            guard let boundary = try MultipartBoundary(contentType: contentType) else { throw .invalidBoundary("") }
            return try MultipartBody(parts, boundary: boundary).body
        case .stream(let upload):
            return upload.body
        }
    }
}

/// The stream of one upload. It differs from any other, since its bytes aren't known.
public final class StreamedUpload: Hashable, Sendable {
    /// The body.
    public let body: HTTPBody

    /// Creates an upload.
    public init(_ body: HTTPBody) {
        self.body = body
    }

    public static func == (left: StreamedUpload, right: StreamedUpload) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
