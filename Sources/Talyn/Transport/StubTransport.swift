import HTTPTypes

/// Answers with an endpoint's sample instead of going to a server.
struct StubTransport: Transport {
    let endpoint: Endpoint
    /// Waits until the answer is due; nil if it is there at once.
    let wait: (@Sendable () async throws -> Void)?

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await wait?()
        try await request.readBody()
        switch endpoint.sampleResponseClosure() {
        case .networkResponse(let statusCode, let data):
            return TransportResponse(statusCode: statusCode, headerFields: Self.noFields, body: HTTPBody(data))
        case .response(let response, let data):
            return try TransportResponse(response, body: HTTPBody(data))
        case .networkError(let error):
            throw error
        }
    }

    /// Empty header fields are an object each, unless they are the same ones.
    private static let noFields = HTTPFields()
}

extension TransportRequest {
    /// Takes the body as a server would: what somebody else's code gives is read to its end, since it may fail or have
    /// another length than it claims; what is in memory or in files is not looked at.
    func readBody() async throws {
        guard let body else { return }
        guard body.isStream else {
            if let onSend, let length = body.length { onSend(length) }
            return
        }
        var count: Int64 = 0
        for try await chunk in body {
            try Task.checkCancellation()
            count += Int64(chunk.count)
            onSend?(count)
        }
    }
}
