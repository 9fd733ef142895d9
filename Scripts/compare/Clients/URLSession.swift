import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@main
struct URLSessionProgram: Client {
    static func main() async throws { try await Comparison<Self>.main() }

    private let server: URL
    private let session = URLSession.shared
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    init(server: String) throws {
        guard let url = URL(string: server) else { throw UnexpectedAnswer() }
        self.server = url
    }

    func get(_ name: String) async throws -> Int {
        let (data, response) = try await session.data(from: server.appendingPathComponent(name))
        return try checked(data, response).count
    }

    func post(_ order: Order) async throws -> Receipt {
        var request = URLRequest(url: server.appendingPathComponent("orders"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try encoder.encode(order)
        let (data, response) = try await session.data(for: request)
        return try decoder.decode(Receipt.self, from: checked(data, response))
    }

    static func payload(of size: Int) -> Data { Data(repeating: 1, count: size) }

    func upload(_ payload: Data) async throws {
        var request = URLRequest(url: server.appendingPathComponent("upload"))
        request.httpMethod = "PUT"
        let (data, response) = try await session.upload(for: request, from: payload)
        _ = try checked(data, response)
    }

    private func checked(_ data: Data, _ response: URLResponse) throws -> Data {
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
            throw UnexpectedAnswer()
        }
        return data
    }
}
