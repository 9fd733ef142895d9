import Foundation
import Moya

enum Service: TargetType {
    case hello(name: String)

    var baseURL: URL { return URL(string: "https://example.com")! }
    var path: String { return "/hello" }
    var method: Moya.Method { return .post }
    var task: Task {
        switch self {
        case let .hello(name): return .requestParameters(parameters: ["name": name], encoding: JSONEncoding.default)
        }
    }
    var sampleData: Data { return "Hello".data(using: .utf8)! }
    var headers: [String: String]? { return nil }
}

let provider = MoyaProvider<Service>(
    stubClosure: MoyaProvider.immediatelyStub,
    plugins: [NetworkActivityPlugin { _, _ in }]
)
provider.request(.hello(name: "Ada")) { result in
    switch result {
    case let .success(response): print((try? response.mapString()) ?? "")
    case let .failure(error): print(error)
    }
}
