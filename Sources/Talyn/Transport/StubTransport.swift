/// Answers with an endpoint's sample instead of going to a server.
struct StubTransport: Transport {
    let sample: Endpoint.SampleResponseClosure
    /// How long the answer takes; nil if it is there at once.
    let delay: Duration?
    let clock: any Clock<Duration>

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if let delay { try await clock.sleep(for: delay) }
        switch sample() {
        case .networkResponse(let statusCode, let data):
            return TransportResponse(statusCode: statusCode, headerFields: Self.noFields, body: HTTPBody(data))
        case .response(let response, let data):
            return TransportResponse(
                statusCode: response.statusCode,
                headerFields: HTTPFields(response),
                url: response.url,
                body: HTTPBody(data)
            )
        case .networkError(let error):
            throw error
        }
    }

    /// Empty header fields are an object each, unless they are the same ones.
    private static let noFields = HTTPFields()
}
