import Foundation
@preconcurrency import Moya

enum Shop: TargetType {
    case file(URL, String)
    case order(URL, Order)
    case upload(URL, Data)

    var baseURL: URL {
        switch self {
        case .file(let server, _), .order(let server, _), .upload(let server, _): server
        }
    }

    var path: String {
        switch self {
        case .file(_, let name): "/\(name)"
        case .order: "/orders"
        case .upload: "/upload"
        }
    }

    var method: Moya.Method {
        switch self {
        case .file: .get
        case .order: .post
        case .upload: .put
        }
    }

    var task: Moya.Task {
        switch self {
        case .file: .requestPlain
        case .order(_, let order): .requestJSONEncodable(order)
        case .upload(_, let data): .requestData(data)
        }
    }

    var headers: [String: String]? { nil }

    var validationType: ValidationType { .successCodes }
}

/// Moya has completion handlers only, so each call is a continuation.
@main
struct MoyaProgram: Client {
    static func main() async throws { try await Comparison<Self>.main() }

    private let server: URL
    private let provider = MoyaProvider<Shop>()

    init(server: String) throws {
        guard let url = URL(string: server) else { throw UnexpectedAnswer() }
        self.server = url
    }

    func get(_ name: String) async throws -> Int {
        try await response(.file(server, name)) { $0.data.count }
    }

    func post(_ order: Order) async throws -> Receipt {
        try await response(.order(server, order)) { try $0.map(Receipt.self) }
    }

    static func payload(of size: Int) -> Data { Data(repeating: 1, count: size) }

    func upload(_ payload: Data) async throws {
        try await response(.upload(server, payload)) { _ in }
    }

    private func response<T: Sendable>(
        _ target: Shop,
        _ value: @escaping @Sendable (Response) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            provider.request(target) { result in
                continuation.resume(with: Result { try value(result.get()) })
            }
        }
    }
}
