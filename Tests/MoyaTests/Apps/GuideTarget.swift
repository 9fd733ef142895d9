import Foundation
import Moya
import Testing

// The first step of the guide.

enum Shop: TargetType {
    case item(id: Int)
    case search(text: String, page: Int?)

    var baseURL: URL { return URL(string: "https://shop.example.com")! }
    var path: String {
        switch self {
        case .item(let id): return "/items/" + String(id)
        case .search: return "/items"
        }
    }
    var method: Moya.Method { return .get }
    var task: Task {
        switch self {
        case .item:
            return .requestPlain
        case .search(let text, let page):
            var parameters: [String: Any] = ["text": text]
            parameters["page"] = page
            return .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
        }
    }
    var headers: [String: String]? { return ["Accept": "application/json"] }
}

struct GuideTargetTests {
    @Test func theProviderOfTheFirstStepCompiles() throws {
        let provider = MoyaProvider<Shop>(plugins: [NetworkLoggerPlugin()])
        let request = try provider.endpoint(.search(text: "tea", page: 2)).urlRequest()
        #expect(request.url?.absoluteString == "https://shop.example.com/items?page=2&text=tea")
    }
}
