import AsyncHTTPClient
import NIOCore
import NIOFoundationEssentialsCompat
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@main
struct AsyncHTTPClientProgram: Client {
    static func main() async throws { try await Comparison<Self>.main() }

    private let server: String
    private let client = HTTPClient.shared
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    init(server: String) { self.server = server }

    func get(_ name: String) async throws -> Int {
        try await body(of: HTTPClientRequest(url: "\(server)/\(name)")).readableBytes
    }

    func post(_ order: Order) async throws -> Receipt {
        var request = HTTPClientRequest(url: "\(server)/orders")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(data: try encoder.encode(order)))
        return try decoder.decode(Receipt.self, from: try await body(of: request))
    }

    static func payload(of size: Int) -> ByteBuffer { ByteBuffer(repeating: 1, count: size) }

    func upload(_ payload: ByteBuffer) async throws {
        var request = HTTPClientRequest(url: "\(server)/upload")
        request.method = .PUT
        request.body = .bytes(payload)
        _ = try await body(of: request)
    }

    private func body(of request: HTTPClientRequest) async throws -> ByteBuffer {
        let response = try await client.execute(request, timeout: .seconds(60))
        guard (200..<300).contains(response.status.code) else { throw UnexpectedAnswer() }
        return try await response.body.collect(upTo: 200_000_000)
    }
}
