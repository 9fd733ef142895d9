public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension StubAnswer {
    /// A status without a body.
    public static func status(_ statusCode: Int, headerFields: HTTPFields = [:]) -> StubAnswer {
        response(statusCode: statusCode, headerFields: headerFields, body: HTTPBody(Data()))
    }

    /// Bytes.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - statusCode: The status.
    ///   - contentType: The value of the Content-Type field; none by default.
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

    /// Text in UTF-8: plain text by default.
    public static func text(
        _ text: String,
        statusCode: Int = 200,
        contentType: String = "text/plain; charset=utf-8",
        headerFields: HTTPFields = [:]
    ) -> StubAnswer {
        data(Data(text.utf8), statusCode: statusCode, contentType: contentType, headerFields: headerFields)
    }

    /// The JSON of a value. For JSON that is text already there is ``json(text:statusCode:headerFields:)``.
    ///
    /// A value that can't be encoded fails the calls, with the encoder's error.
    public static func json(
        _ value: some Encodable,
        statusCode: Int = 200,
        headerFields: HTTPFields = [:],
        encoder: JSONEncoder = JSONEncoder()
    ) -> StubAnswer {
        do {
            let json = try encoder.encode(value)
            return data(json, statusCode: statusCode, contentType: "application/json", headerFields: headerFields)
        } catch {
            return failure(TalynError.encodableMapping(error))
        }
    }

    /// JSON, as text.
    public static func json(text: String, statusCode: Int = 200, headerFields: HTTPFields = [:]) -> StubAnswer {
        self.text(text, statusCode: statusCode, contentType: "application/json", headerFields: headerFields)
    }

    /// The content of a file, with the media type that its extension tells. It is read in each call.
    ///
    /// A file that can't be read fails the calls, with a `BodyError`.
    public static func file(_ url: URL, statusCode: Int = 200, headerFields: HTTPFields = [:]) -> StubAnswer {
        StubAnswer { _, _ in
            var fields = headerFields
            if fields[.contentType] == nil { fields[.contentType] = MediaType.forFile(named: url.lastPathComponent) }
            return TransportResponse(statusCode: statusCode, headerFields: fields, body: try HTTPBody(contentsOf: url))
        }
    }

    /// The content of a bundle's resource, with the media type that its extension tells.
    ///
    /// A resource that isn't there fails the calls, with a `SampleError`.
    ///
    /// - Parameters:
    ///   - name: The name with its extension, such as `user.json`.
    ///   - bundle: Where it is: `.module` for the resources of the test target that asks.
    ///   - statusCode: The status.
    ///   - headerFields: Header fields.
    public static func resource(
        _ name: String,
        in bundle: Bundle,
        statusCode: Int = 200,
        headerFields: HTTPFields = [:]
    ) -> StubAnswer {
        guard let url = bundle.url(forResource: name, withExtension: nil) else {
            return failure(SampleError.missingResource(name, bundle: bundle.bundleURL))
        }
        return file(url, statusCode: statusCode, headerFields: headerFields)
    }

    /// The called target's own `TargetType.sampleData`, with status 200.
    public static let sample = StubAnswer { request, _ in
        TransportResponse(statusCode: 200, body: HTTPBody(request.target?.sampleData ?? Data()))
    }

    /// The request's own body and media type, with status 200.
    public static let echo = StubAnswer { request, _ in
        var fields = HTTPFields()
        if let type = request.urlRequest.value(forHTTPHeaderField: "Content-Type") { fields[.contentType] = type }
        return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(request.body))
    }

    /// A failure of the transport: what of a real one is refused, cut or too late. For bodies that are cut, and for time,
    /// there are ``FaultScript``s.
    public static func failure(_ kind: TransportError.Kind) -> StubAnswer {
        StubAnswer { request, _ in throw TransportError(kind, url: request.url) }
    }

    /// A failure with an error of any type.
    public static func failure(_ error: any Error) -> StubAnswer {
        StubAnswer { _, _ in throw error }
    }
}
