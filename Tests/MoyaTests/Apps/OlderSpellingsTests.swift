import Foundation
import Moya
import Testing

// A file of the times of Moya 11 to 13.

enum Legacy: TargetType {
    case accounts, session

    var baseURL: URL { return URL(string: "https://old.example.com")! }
    var path: String { return "/accounts" }
    var method: Moya.Method { return .get }
    var sampleData: Data { return "{}".data(using: .utf8)! }
    var task: Task { return .requestPlain }
    var headers: [String: String]? { return nil }
}

let legacyManager: Manager = {
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 20
    let manager = Manager(configuration: configuration)
    return manager
}()

let legacyProvider = MoyaProvider<Legacy>(
    stubClosure: MoyaProvider.immediatelyStub,
    manager: legacyManager,
    plugins: []
)

struct OlderSpellingsTests {
    @Test func aManagerIsASession() {
        var status: Int?
        legacyProvider.request(.session) { status = try? $0.get().statusCode }
        #expect(status == 200)
        _ = MoyaProvider<Legacy>.defaultAlamofireManager()
    }
}
