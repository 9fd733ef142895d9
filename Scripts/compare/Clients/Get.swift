import Foundation
import Get

@main
struct GetProgram: Client {
    static func main() async throws { try await Comparison<Self>.main() }

    private let client: APIClient

    init(server: String) { client = APIClient(baseURL: URL(string: server)) }

    func get(_ name: String) async throws -> Int {
        try await client.data(for: Request(path: "/\(name)")).value.count
    }

    func post(_ order: Order) async throws -> Receipt {
        try await client.send(Request(path: "/orders", method: .post, body: order)).value
    }

    static func payload(of size: Int) -> Data { Data(repeating: 1, count: size) }

    func upload(_ payload: Data) async throws {
        try await client.upload(for: Request(path: "/upload", method: .put), from: payload)
    }
}
