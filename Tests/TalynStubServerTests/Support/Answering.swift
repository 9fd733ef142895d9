import Foundation
import TalynStubServer

/// A transport that answers as a test says.
struct Answering: Transport {
    let answer: @Sendable (OutgoingRequest) async throws -> TransportResponse

    init(_ answer: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse) {
        self.answer = answer
    }

    /// Answers every request alike.
    init(_ statusCode: Int = 200, _ headerFields: HTTPFields = [:], _ body: String = "") {
        self.init { _ in
            TransportResponse(statusCode: statusCode, headerFields: headerFields, body: HTTPBody(Data(body.utf8)))
        }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await answer(request)
    }
}

extension TransportResponse {
    static func text(_ text: String, _ statusCode: Int = 200) -> TransportResponse {
        TransportResponse(statusCode: statusCode, body: HTTPBody(Data(text.utf8)))
    }
}

extension HTTPBody {
    /// All of the bytes.
    func collected() async throws -> Data {
        var data = Data()
        for try await chunk in self { data.append(chunk) }
        return data
    }

    /// So many bytes in chunks of 64 KB, each made when it is asked for, which `onChunk` is told.
    static func bytes(_ count: Int, onChunk: @escaping @Sendable () -> Void = {}) -> HTTPBody {
        HTTPBody(isReplayable: true) {
            var rest = count
            return {
                guard rest > 0 else { return nil }
                onChunk()
                let chunk = Data(repeating: UInt8(truncatingIfNeeded: rest >> 16), count: Swift.min(rest, 65_536))
                rest -= chunk.count
                return chunk
            }
        }
    }
}
