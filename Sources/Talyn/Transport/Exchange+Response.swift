import Foundation

extension Exchange {
    /// The response once its head is there; its body is read from the exchange.
    ///
    /// When nobody holds the body any more, the exchange is cancelled.
    package func response() async throws -> TransportResponse {
        let lease = Lease(exchange: self)
        switch await next() {
        case .head(let head):
            var response = TransportResponse(
                statusCode: head.statusCode,
                headerFields: head.headerFields,
                url: head.url,
                body: HTTPBody(isReplayable: false) { { try await lease.nextChunk() } }
            )
            response.timings = head.timings
            return response
        case .failure(let error):
            throw error
        case .chunk, .end:
            throw TransportError(.invalidResponse)
        }
    }
}

/// Holds an exchange for its reader: the client's callbacks hold it too, so its own end says nothing about the reader.
private final class Lease: Sendable {
    private let exchange: Exchange

    init(exchange: Exchange) {
        self.exchange = exchange
    }

    deinit {
        exchange.cancel()
    }

    func nextChunk() async throws -> Data? {
        switch await exchange.next() {
        case .chunk(let chunk): chunk
        case .end: nil
        case .failure(let error): throw error
        case .head: throw TransportError(.invalidResponse)
        }
    }
}
