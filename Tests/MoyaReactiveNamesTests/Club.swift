import Moya

// An app's target, as Moya's users write it.

enum Club {
    case member(Int)
}

extension Club: TargetType {
    var baseURL: URL { return URL(string: "https://club.example.com")! }
    var path: String { return "/members" }
    var method: Moya.Method { return .get }
    var task: Moya.Task { return .requestPlain }
    var headers: [String: String]? { return nil }
    var sampleData: Data {
        switch self {
        case .member(let id): return #"{"name":"Member \#(id)"}"#.data(using: .utf8)!
        }
    }
}

struct Member: Codable {
    let name: String
}

/// A provider that answers by itself.
class TeapotProvider: MoyaProvider<Club>, @unchecked Sendable {
    override func request(
        _ target: Club,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock? = nil,
        completion: @escaping Completion
    ) -> Moya.Cancellable {
        completion(.success(Response(statusCode: 418, data: Data())))
        return CancellableToken {}
    }
}
