import _TalynSupport

/// An answer of a stub.
///
/// ```swift
/// stubs.on(.get("/zen"), .text("Keep it simple."))
/// stubs.on(.get("/users/{name}")) { request in .json(["login": request.pathParameters["name"]]) }
/// ```
public struct StubAnswer: Sendable {
    /// The moment of an answer.
    struct Moment: Sendable {
        /// The number of the call to the stub, from 1.
        let call: Int
        let time: TimeSource
        /// Takes a failure that the call itself doesn't meet.
        let report: @Sendable (StubFailure) -> Void
    }

    /// Makes the response to a request.
    let respond: @Sendable (ReceivedRequest, Moment) async throws -> TransportResponse

    init(_ respond: @escaping @Sendable (ReceivedRequest, Moment) async throws -> TransportResponse) {
        self.respond = respond
    }

    /// An answer that a closure makes from the request.
    ///
    /// - Parameter answer: Makes the answer. Its error fails the call like an error of the transport.
    public static func answer(
        _ answer: @escaping @Sendable (ReceivedRequest) async throws -> StubAnswer
    ) -> StubAnswer {
        StubAnswer { request, moment in try await answer(request).respond(request, moment) }
    }

    /// A response with any body, such as a stream.
    public static func response(
        statusCode: Int = 200,
        headerFields: HTTPFields = [:],
        body: HTTPBody
    ) -> StubAnswer {
        let response = TransportResponse(statusCode: statusCode, headerFields: headerFields, body: body)
        return StubAnswer { _, _ in response }
    }

    /// The answer with another header field. Fields of the same name stay.
    public func adding(_ name: HTTPField.Name, _ value: String) -> StubAnswer {
        let field = HTTPField(name: name, value: value)
        return StubAnswer { [respond] request, moment in
            var response = try await respond(request, moment)
            try response.headerFields.add(field)
            return response
        }
    }

    /// The answer over a network with faults. The calls of the stub count from 1.
    ///
    /// ```swift
    /// stubs.on(.get("/zen"), .text("Keep it simple.").with(FaultScript(.latency(.milliseconds(300)))))
    /// ```
    public func with(_ script: FaultScript) -> StubAnswer {
        StubAnswer { [respond] request, moment in
            try await script.apply(to: request.request, call: moment.call, by: moment.time) {
                try await respond(request, moment)
            }
        }
    }
}
