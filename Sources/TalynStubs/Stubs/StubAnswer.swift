import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a stub answers.
///
/// ```swift
/// stubs.on(.get("/zen"), .text("Keep it simple."))
/// stubs.on(.get("/users/{name}")) { request in .json(["login": request.parameters["name"]]) }
/// ```
public struct StubAnswer: Sendable {
    /// When an answer is given.
    struct Moment: Sendable {
        /// Which of the stub's calls it is; the first is 1.
        let call: Int
        let time: TimeSource
    }

    /// Makes the response to a request.
    let respond: @Sendable (ReceivedRequest, Moment) async throws -> TransportResponse

    init(_ respond: @escaping @Sendable (ReceivedRequest, Moment) async throws -> TransportResponse) {
        self.respond = respond
    }

    /// An answer that is worked out from the request.
    ///
    /// - Parameter answer: Gives the answer. What it throws fails the call, as though the transport had.
    public static func answer(
        _ answer: @escaping @Sendable (ReceivedRequest) async throws -> StubAnswer
    ) -> StubAnswer {
        StubAnswer { request, moment in try await answer(request).respond(request, moment) }
    }

    /// A response whose body is read as it is needed.
    public static func response(
        statusCode: Int = 200,
        headerFields: HTTPFields = [:],
        body: HTTPBody
    ) -> StubAnswer {
        let response = TransportResponse(statusCode: statusCode, headerFields: headerFields, body: body)
        return StubAnswer { _, _ in response }
    }

    /// The answer with a header field more; one that is there already is kept.
    public func adding(_ name: HTTPField.Name, _ value: String) -> StubAnswer {
        let field = HTTPField(name: name, value: value)
        return StubAnswer { [respond] request, moment in
            var response = try await respond(request, moment)
            try response.headerFields.add(field)
            return response
        }
    }

    /// The answer as a bad network brings it. The calls of the stub count from 1.
    ///
    /// ```swift
    /// stubs.on(.get("/zen"), .text("Keep it simple.").with(FaultScript(.latency(.milliseconds(300)))))
    /// ```
    public func with(_ script: FaultScript) -> StubAnswer {
        StubAnswer { [respond] request, moment in
            try await script.apply(to: TransportRequest(request.urlRequest), call: moment.call, by: moment.time) {
                try await respond(request, moment)
            }
        }
    }
}
