/// What a stub answers.
///
/// ```swift
/// stubs.on(.get("/zen"), .text("Keep it simple."))
/// stubs.on(.get("/users/{name}")) { request in .json(["login": request.parameters["name"]]) }
/// ```
public struct StubAnswer: Sendable {
    /// Makes the response to a request.
    let respond: @Sendable (ReceivedRequest) async throws -> TransportResponse

    init(_ respond: @escaping @Sendable (ReceivedRequest) async throws -> TransportResponse) {
        self.respond = respond
    }

    /// An answer that is worked out from the request.
    ///
    /// - Parameter answer: Gives the answer. What it throws fails the call, as though the transport had.
    public static func answer(
        _ answer: @escaping @Sendable (ReceivedRequest) async throws -> StubAnswer
    ) -> StubAnswer {
        StubAnswer { request in try await answer(request).respond(request) }
    }

    /// A response whose body is read as it is needed.
    public static func response(
        statusCode: Int = 200,
        headerFields: HTTPFields = [:],
        body: HTTPBody
    ) -> StubAnswer {
        let response = TransportResponse(statusCode: statusCode, headerFields: headerFields, body: body)
        return StubAnswer { _ in response }
    }

    /// The answer with a header field more; one that is there already is kept.
    public func adding(_ name: HTTPField.Name, _ value: String) -> StubAnswer {
        let field = HTTPField(name: name, value: value)
        return StubAnswer { [respond] request in
            var response = try await respond(request)
            response.headerFields.append(field)
            return response
        }
    }
}
