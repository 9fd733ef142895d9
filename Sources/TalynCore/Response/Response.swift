public import HTTPTypes
public import _TalynFoundation
import _TalynSupport

/// The response of a server or a stub.
public struct Response: Sendable {
    /// The place of the body.
    enum Content: Sendable {
        case data(Data)
        /// The file of a download, and the number of bytes that arrived.
        case file(URL, length: Int64)
        /// A body that the caller reads as it arrives; nil once a reader has taken it.
        case stream(Locked<HTTPBody?>)
    }

    /// The parts in one object, so that a copy costs no more than a reference.
    fileprivate final class Parts: Sendable {
        let statusCode: Int
        let headerFields: HTTPFields
        let content: Content
        let request: OutgoingRequest?
        let url: URL?
        let context: CallContext?

        init(
            statusCode: Int,
            headerFields: HTTPFields,
            content: Content,
            request: OutgoingRequest?,
            url: URL?,
            context: CallContext? = nil
        ) {
            self.statusCode = statusCode
            self.headerFields = headerFields
            // The indices of a slice don't start at 0, as users of `data` expect.
            if case .data(let data) = content, data.startIndex != 0 {
                self.content = .data(Data(data))
            } else {
                self.content = content
            }
            self.request = request
            self.url = url
            self.context = context
        }
    }

    private let parts: Parts

    /// The status code (RFC 9110, section 15).
    public var statusCode: Int { parts.statusCode }

    /// The header fields, in the order of their arrival and with repeated ones kept apart.
    public var headerFields: HTTPFields { parts.headerFields }

    /// The body in memory.
    ///
    /// It is empty for a download, whose body is in the file at ``fileURL``: ``contents()`` reads it. It is empty for a
    /// ``ResponseStream``, too: the stream reads the body.
    public var data: Data {
        if case .data(let data) = parts.content { data } else { Data() }
    }

    /// The body. That of a download is mapped into memory from its file.
    ///
    /// - Throws: ``TalynError`` with a ``BodyError`` if the file of a download can't be read.
    public func contents() throws(TalynError) -> Data {
        switch parts.content {
        case .data(let data):
            return data
        case .file(let url, _):
            do throws(FileError) {
                return try OpenFile(reading: url).mapped()
            } catch {
                throw TalynError(error, response: self)
            }
        case .stream:
            return Data()
        }
    }

    /// The file of a download; nil for other calls.
    public var fileURL: URL? {
        if case .file(let url, _) = parts.content { url } else { nil }
    }

    /// The place of the body.
    var content: Content { parts.content }

    /// Whether ``data`` is the body: false for a download and for a stream.
    public var hasDataInMemory: Bool {
        if case .data = parts.content { true } else { false }
    }

    /// The first request of the attempt, as the plugins prepared it.
    public var request: OutgoingRequest? { parts.request }

    /// The URL of the response. After a redirect it differs from the request's.
    public var url: URL? { parts.url ?? parts.request?.url }

    /// Whether the response is one of an origin, and not of another one that a redirect led to. Also true without a ``url``.
    public func isFrom(_ origin: Origin?) -> Bool { url.map { Origin($0) == origin } ?? true }

    /// The call; nil for a response outside a call.
    public var context: CallContext? { parts.context }

    /// The decoder of the target, or a plain one.
    var decoder: JSONDecoder { (context?.target.coding ?? CodingOptions()).sharedDecoder }

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - statusCode: The status code.
    ///   - data: The body.
    ///   - headerFields: The header fields, in order.
    ///   - request: The request.
    ///   - url: The URL of the response; by default the URL of the request.
    public init(
        statusCode: Int,
        data: Data,
        headerFields: HTTPFields,
        request: OutgoingRequest? = nil,
        url: URL? = nil
    ) {
        parts = Parts(
            statusCode: statusCode,
            headerFields: headerFields,
            content: .data(data),
            request: request,
            url: url
        )
    }

    /// Creates the response of a call.
    init(_ head: TransportResponse, _ content: Content, request: OutgoingRequest, context: CallContext?) {
        parts = Parts(
            statusCode: head.statusCode,
            headerFields: head.headerFields,
            content: content,
            request: request.withoutContext,
            url: head.url,
            context: context
        )
    }

    private init(_ response: Response, content: Content, request: OutgoingRequest?, context: CallContext?) {
        let parts = response.parts
        self.parts = Parts(
            statusCode: parts.statusCode,
            headerFields: parts.headerFields,
            content: content,
            request: request,
            url: parts.url,
            context: context
        )
    }

    /// The same response with another body in memory.
    public func with(data: Data) -> Response { with(.data(data)) }

    /// The same response with its body in a file; see ``fileURL``.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - length: The number of bytes that arrived.
    public func with(file: URL, length: Int64) -> Response { with(.file(file, length: length)) }

    private func with(_ content: Content) -> Response {
        Response(self, content: content, request: parts.request, context: parts.context)
    }

    /// The same response with the context of its call.
    func with(_ context: CallContext) -> Response {
        parts.context === context
            ? self : Response(self, content: parts.content, request: parts.request, context: context)
    }

    /// The same response without its call: without metrics, and without the body of the request.
    ///
    /// A response keeps its call and all requests of it in memory, with their bodies. Use this property to keep many responses for
    /// long. Decode the response before, since the call has the target's ``TargetType/coding``.
    public var withoutCall: Response {
        var request = parts.request
        request?.body = nil
        request?.upload = nil
        request?.onSend = nil
        return Response(self, content: parts.content, request: request, context: nil)
    }
}

extension Response: Equatable {}

extension Response.Parts: Equatable {
    /// Whether status, header fields and body are the same. Downloads have the same body if they are the same file, and
    /// streams if they are the same stream.
    static func == (left: Response.Parts, right: Response.Parts) -> Bool {
        guard left.statusCode == right.statusCode, left.headerFields == right.headerFields else { return false }
        return switch (left.content, right.content) {
        case (.data(let left), .data(let right)): left == right
        case (.file(let left, _), .file(let right, _)): left == right
        case (.stream(let left), .stream(let right)): left === right
        case (.data, _), (.file, _), (.stream, _): false
        }
    }
}

extension Response: CustomStringConvertible {
    public var description: String { "Status Code: \(statusCode), Data Length: \(length)" }

    /// The response in the text of an error.
    var summary: String { "The response with status \(statusCode) and \(length) bytes" }

    /// The length of the body in bytes. A file isn't read for it.
    public var length: Int {
        switch parts.content {
        case .data(let data): data.count
        case .file(_, let length): Int(clamping: length)
        case .stream: 0
        }
    }
}

extension Response {
    /// Returns the response if its status is in a range.
    ///
    /// - Throws: ``TalynError`` with ``TalynError/Reason/unacceptableStatus`` for another status.
    public func filter<R: RangeExpression>(statusCodes: R) throws(TalynError) -> Response where R.Bound == Int {
        guard statusCodes.contains(statusCode) else { throw TalynError(.unacceptableStatus, response: self) }
        return self
    }
}

extension Response {
    /// Removes the file of a download that no caller gets. A plugin that repeats a call does so with the response of the earlier attempt,
    /// so that the next one can write to the same place.
    public func removeFile() {
        if let fileURL { try? FileManager.default.removeItem(at: fileURL) }
    }
}

extension Result<Response, TalynError> {
    /// The result of the rest of a call, for an interceptor that judges responses and failures alike.
    ///
    /// ```swift
    /// let result = await Result(of: next, for: endpoint)
    /// if result.response?.statusCode == 503 { onOutage() }
    /// return try result.get()
    /// ```
    public init(of next: CallInterceptor.Next, for endpoint: Endpoint) async {
        do {
            self = .success(try await next(endpoint))
        } catch {
            self = .failure(TalynError(error))
        }
    }

    /// The response of a call that succeeded, or that failed after one arrived; nil without one.
    public var response: Response? {
        switch self {
        case .success(let response): response
        case .failure(let error): error.response
        }
    }
}
