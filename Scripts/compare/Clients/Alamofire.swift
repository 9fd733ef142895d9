import Alamofire
import Foundation

@main
struct AlamofireProgram: Client {
    static func main() async throws { try await Comparison<Self>.main() }

    private let server: String

    init(server: String) { self.server = server }

    func get(_ name: String) async throws -> Int {
        try await AF.request("\(server)/\(name)").validate().serializingData().value.count
    }

    func post(_ order: Order) async throws -> Receipt {
        try await AF.request("\(server)/orders", method: .post, parameters: order, encoder: .json)
            .validate()
            .serializingDecodable(Receipt.self)
            .value
    }

    static func payload(of size: Int) -> Data { Data(repeating: 1, count: size) }

    func upload(_ payload: Data) async throws {
        _ = try await AF.upload(payload, to: "\(server)/upload", method: .put)
            .validate()
            .serializingData(emptyResponseCodes: [200])
            .value
    }
}
