import Talyn

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

enum Shop: TargetType {
    case file(URL, String)
    case order(URL, Order)
    case upload(URL, Data)

    var baseURL: URL {
        switch self {
        case .file(let server, _), .order(let server, _), .upload(let server, _): server
        }
    }

    var path: RequestPath {
        switch self {
        case .file(_, let name): "/\(name)"
        case .order: "/orders"
        case .upload: "/upload"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .file: .get
        case .order: .post
        case .upload: .put
        }
    }

    var body: RequestBody {
        switch self {
        case .file: .none
        case .order(_, let order): .json(order)
        case .upload(_, let data): .data(data)
        }
    }
}

@main
struct TalynProgram: Client {
    static func main() async throws { try await Comparison<Self>.main() }

    private let server: URL
    private let provider = Provider<Shop>()

    init(server: String) throws {
        guard let url = URL(string: server) else { throw UnexpectedAnswer() }
        self.server = url
    }

    func get(_ name: String) async throws -> Int {
        try await provider.request(.file(server, name)).data.count
    }

    func post(_ order: Order) async throws -> Receipt {
        try await provider.request(.order(server, order), as: Receipt.self)
    }

    static func payload(of size: Int) -> Data { Data(repeating: 1, count: size) }

    func upload(_ payload: Data) async throws {
        _ = try await provider.request(.upload(server, payload))
    }
}
