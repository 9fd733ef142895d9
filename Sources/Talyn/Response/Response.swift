public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a server, or a stub in its place, answered.
public struct Response: Sendable {
    /// Where the body is.
    enum Content: Sendable {
        case data(Data)
        /// In the file of a download.
        case file(DownloadedFile)
        /// On its way: the caller reads it as it arrives.
        case stream(StreamedBody)
    }

    /// The parts, in one object: a response is handed on many times, and a copy costs no more than a reference.
    private final class Parts: Sendable {
        let statusCode: Int
        let headerFields: HTTPFields
        let content: Content
        let request: URLRequest?
        let url: URL?
        let foundationResponse: HTTPURLResponse?
        let mappingError: MappingError?
        let target: (any TargetType)?
        let record: CallRecord?

        init(
            _ statusCode: Int,
            _ headerFields: HTTPFields,
            _ content: Content,
            _ request: URLRequest?,
            _ url: URL?,
            _ foundationResponse: HTTPURLResponse?,
            _ mappingError: MappingError? = nil,
            _ target: (any TargetType)? = nil,
            _ record: CallRecord? = nil
        ) {
            self.statusCode = statusCode
            self.headerFields = headerFields
            self.content = content
            self.request = request
            self.url = url
            self.foundationResponse = foundationResponse
            self.mappingError = mappingError
            self.target = target
            self.record = record
        }
    }

    private let parts: Parts

    /// The status code (RFC 9110, section 15).
    public var statusCode: Int { parts.statusCode }

    /// The header fields, in the order of their arrival and with repeated ones kept apart.
    public var headerFields: HTTPFields { parts.headerFields }

    /// The body.
    ///
    /// The body of a download is what its file holds now, mapped into memory rather than read. It is empty if the file is
    /// gone or can't be read: ``mapString(atKeyPath:)`` and the other mappings throw a ``BodyError`` then. The body of a
    /// ``ResponseStream`` is empty: it is read from the stream.
    public var data: Data { (try? contents()) ?? Data() }

    /// The body.
    ///
    /// - Throws: ``TalynError/underlying(_:_:)`` with a ``BodyError`` if the file of a download can't be read.
    func contents() throws(TalynError) -> Data {
        switch parts.content {
        case .data(let data):
            return data
        case .file(let file):
            do throws(BodyError) {
                return try file.contents()
            } catch {
                throw .underlying(error, self)
            }
        case .stream:
            return Data()
        }
    }

    /// Where the body of a download is; nil for other calls.
    public var fileURL: URL? {
        if case .file(let file) = parts.content { file.url } else { nil }
    }

    /// Where the body is.
    var content: Content { parts.content }

    /// Whether the body is in memory.
    var hasDataInMemory: Bool {
        if case .data = parts.content { true } else { false }
    }

    /// The request as it was handed to the transport.
    public var request: URLRequest? { parts.request }

    /// Where the response came from: another URL than the request's after a redirect.
    public var url: URL? { parts.url ?? parts.request?.url }

    /// Foundation's view of the response, if it was made from that.
    var foundationResponse: HTTPURLResponse? { parts.foundationResponse }

    /// Why the last mapping failed, in a response that a ``TalynError`` carries.
    var mappingError: MappingError? { parts.mappingError }

    /// What was called: it knows how to read the body of a failure.
    var target: (any TargetType)? { parts.target }

    /// What happened to the call.
    var record: CallRecord? { parts.record }

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - statusCode: The status code.
    ///   - data: The body.
    ///   - headerFields: The header fields, in order.
    ///   - request: What it answers.
    ///   - url: Where it came from; by default the URL of the request.
    public init(
        statusCode: Int,
        data: Data,
        headerFields: HTTPFields,
        request: URLRequest? = nil,
        url: URL? = nil
    ) {
        parts = Parts(statusCode, headerFields, .data(data), request, url, nil)
    }

    /// Creates the response to a call of a target.
    init(
        _ head: TransportResponse,
        _ content: Content,
        request: URLRequest,
        target: (any TargetType)?,
        record: CallRecord?
    ) {
        parts = Parts(
            head.statusCode,
            head.headerFields,
            content,
            request,
            head.url,
            head.foundationResponse,
            nil,
            target,
            record
        )
    }

    /// Creates a response with the header fields and the URL of Foundation's response.
    ///
    /// It takes the first 10,000 header fields: no message that a transport delivers has more.
    public init(statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil) {
        let headerFields = response.map { HTTPFields(firstOf: $0) } ?? [:]
        parts = Parts(statusCode, headerFields, .data(data), request, response?.url, response)
    }

    /// A copy that has another body, knows why it could not be mapped, what was called, or what happened to the call.
    init(
        _ response: Response,
        content: Content? = nil,
        failedToMap error: MappingError? = nil,
        target: (any TargetType)? = nil,
        record: CallRecord? = nil
    ) {
        let parts = response.parts
        self.parts = Parts(
            parts.statusCode,
            parts.headerFields,
            content ?? parts.content,
            parts.request,
            parts.url,
            parts.foundationResponse,
            error ?? parts.mappingError,
            target ?? parts.target,
            record ?? parts.record
        )
    }

    /// Foundation's view of the response, made when it is asked for.
    ///
    /// `nil` when there is no ``url``. Repeated fields are joined with commas (RFC 9110, section 5.3).
    public var response: HTTPURLResponse? {
        if let response = parts.foundationResponse { return response }
        guard let url else { return nil }
        return HTTPURLResponse(
            url: url,
            statusCode: statusCode,
            httpVersion: "HTTP/1.1",
            headerFields: headerFields.combined
        )
    }
}

extension Response: Equatable {
    /// Whether status, header fields and body are the same; of downloads, whether they are the same file, and of streams,
    /// whether they are the same stream.
    public static func == (left: Response, right: Response) -> Bool {
        left.statusCode == right.statusCode && left.headerFields == right.headerFields
            && left.parts.content == right.parts.content
    }
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "Status Code: \(statusCode), Data Length: \(length)" }

    public var debugDescription: String { description }

    /// How an error speaks of the response.
    var summary: String { "The response with status \(statusCode) and \(length) bytes" }

    /// How many bytes the body has. A file is not looked at for it.
    var length: Int {
        switch parts.content {
        case .data(let data): data.count
        case .file(let file): Int(clamping: file.length)
        case .stream: 0
        }
    }
}

extension Response.Content: Equatable {
    static func == (left: Response.Content, right: Response.Content) -> Bool {
        switch (left, right) {
        case (.data(let left), .data(let right)): left == right
        case (.file(let left), .file(let right)): left.url == right.url
        case (.stream(let left), .stream(let right)): left === right
        case (.data, _), (.file, _), (.stream, _): false
        }
    }
}
