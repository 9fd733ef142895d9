/// Answers with an endpoint's sample instead of going to a server.
struct StubTransport: Transport {
    let endpoint: Endpoint
    /// Waits until the answer is due; nil if it is there at once.
    let wait: (@Sendable () async throws -> Void)?

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await wait?()
        if let onSend = request.onSend, let length = request.body?.length { onSend(length) }
        switch endpoint.sampleResponseClosure() {
        case .networkResponse(let statusCode, let data):
            return TransportResponse(statusCode: statusCode, headerFields: Self.noFields, body: HTTPBody(data))
        case .response(let response, let data):
            return TransportResponse(response, body: HTTPBody(data))
        case .networkError(let error):
            throw error
        }
    }

    /// Empty header fields are an object each, unless they are the same ones.
    private static let noFields = HTTPFields()
}
