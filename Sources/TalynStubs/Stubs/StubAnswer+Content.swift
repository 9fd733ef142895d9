public import Foundation

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

    /// The content of a resource of a bundle, with the media type of its extension.
    ///
    /// If the resource is missing, the calls fail with a ``MissingResourceError``.
    ///
    /// - Parameters:
    ///   - name: The name with its extension, such as `user.json`.
    ///   - bundle: The bundle. `.module` is the bundle of the test target's resources.
    ///   - statusCode: The status code.
    ///   - headerFields: Header fields.
    public static func resource(
        _ name: String,
        in bundle: Bundle,
        statusCode: Int = 200,
        headerFields: HTTPFields = [:]
    ) -> StubAnswer {
        guard let url = bundle.url(forResource: name, withExtension: nil) else {
            return failure(MissingResourceError(name: name, bundle: bundle.bundleURL))
        }
        return file(url, statusCode: statusCode, headerFields: headerFields)
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
        StubAnswer { request, _ in throw TransportError(kind, url: request.url) }
    }

    /// A failure with an error of any type.
    public static func failure(_ error: any Error) -> StubAnswer {
        StubAnswer { _, _ in throw error }
    }
}

/// The failure of ``StubAnswer/resource(_:in:statusCode:headerFields:)`` for a resource that the bundle doesn't have.
public struct MissingResourceError: Error, Sendable, Hashable {
    /// The name of the resource.
    public let name: String

    /// The URL of the bundle.
    public let bundle: URL
}

extension MissingResourceError: LocalizedError {
    public var errorDescription: String? { "The bundle '\(bundle.lastPathComponent)' has no resource '\(name)'." }

    public var recoverySuggestion: String? {
        "Give its name with the extension, and list it in the resources of the target."
    }
}

extension MissingResourceError: CustomStringConvertible {
    public var description: String { [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ") }
}
