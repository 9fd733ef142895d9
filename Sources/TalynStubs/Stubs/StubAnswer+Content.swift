public import _TalynFoundation
import _TalynSupport

extension StubAnswer {
    /// A status without a body.
    public static func status(_ statusCode: Int, headerFields: HTTPFields = [:]) -> StubAnswer {
        response(statusCode: statusCode, headerFields: headerFields, body: HTTPBody(Data()))
    }

    /// Bytes as the body.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - statusCode: The status code.
    ///   - contentType: The value of the `Content-Type` field. By default there is no such field.
    ///   - headerFields: Other header fields.
    public static func data(
        _ data: Data,
        statusCode: Int = 200,
        contentType: String? = nil,
        headerFields: HTTPFields = [:]
    ) -> StubAnswer {
        var fields = headerFields
        if let contentType, fields[.contentType] == nil { fields[.contentType] = contentType }
        return response(statusCode: statusCode, headerFields: fields, body: HTTPBody(data))
    }

    /// Text in UTF-8, by default as plain text.
    public static func text(
        _ text: String,
        statusCode: Int = 200,
        contentType: String = "text/plain; charset=utf-8",
        headerFields: HTTPFields = [:]
    ) -> StubAnswer {
        data(Data(text.utf8), statusCode: statusCode, contentType: contentType, headerFields: headerFields)
    }

    /// A value as JSON. For JSON text use ``json(text:statusCode:headerFields:)``.
    ///
    /// If the value can't be encoded, the calls fail with the encoder's error.
    public static func json(
        _ value: some Encodable,
        statusCode: Int = 200,
        headerFields: HTTPFields = [:],
        encoder: JSONEncoder = CodingOptions().jsonEncoder
    ) -> StubAnswer {
        do {
            let json = try encoder.encode(value)
            return data(json, statusCode: statusCode, contentType: "application/json", headerFields: headerFields)
        } catch {
            return failure(TalynError(error))
        }
    }

    /// JSON text.
    public static func json(text: String, statusCode: Int = 200, headerFields: HTTPFields = [:]) -> StubAnswer {
        self.text(text, statusCode: statusCode, contentType: "application/json", headerFields: headerFields)
    }

    /// The content of a file, with the media type of its extension. Each call reads the file.
    ///
    /// If the file can't be read, the calls fail with a `BodyError`.
    public static func file(_ url: URL, statusCode: Int = 200, headerFields: HTTPFields = [:]) -> StubAnswer {
        StubAnswer { _, _ in
            var fields = headerFields
            if fields[.contentType] == nil { fields[.contentType] = MediaType.forFile(named: url.lastPathComponent) }
            return TransportResponse(statusCode: statusCode, headerFields: fields, body: try HTTPBody(contentsOf: url))
        }
    }

    /// The `TargetType.sampleData` of the target, with status 200.
    public static let sample = StubAnswer { request, _ in
        TransportResponse(statusCode: 200, body: HTTPBody(request.target?.sampleData ?? Data()))
    }

    /// The body and the media type of the request, with status 200.
    public static let echo = StubAnswer { request, _ in
        var fields = HTTPFields()
        if let type = request.headerFields[.contentType] { fields[.contentType] = type }
        return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(request.body))
    }

    /// A failure of the transport, such as a refused connection. For bodies that break off, and for delays, use a
    /// ``FaultScript``.
    public static func failure(_ kind: TransportError.Kind) -> StubAnswer {
        StubAnswer { request, _ in throw TransportError(kind, origin: Origin(request.url)) }
    }

    /// A failure with an error of any type.
    public static func failure(_ error: any Error) -> StubAnswer {
        StubAnswer { _, _ in throw error }
    }
}
