import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers with what a provider's subclass makes of a stubbed call.
struct SubclassStubTransport: Transport {
    let answer: @Sendable (URLRequest) async -> Result<Response, TalynError>

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await request.readBody()
        let response = try await answer(request.urlRequest).get()
        var head = TransportResponse(
            statusCode: response.statusCode,
            headerFields: response.headerFields,
            url: response.url,
            body: HTTPBody(response.data)
        )
        head.foundationResponse = response.foundationResponse
        return head
    }
}

extension StubTransport {
    /// The sample as a response.
    func response(to request: URLRequest) async -> Result<Response, TalynError> {
        do {
            let head = try await send(TransportRequest(request))
            return .success(Response(head, .data(head.body.data ?? Data()), request: request, target: nil, record: nil))
        } catch is CancellationError {
            return .failure(.cancelled)
        } catch {
            return .failure(TalynError(wrapping: error))
        }
    }
}
