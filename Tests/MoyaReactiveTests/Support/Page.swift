import Foundation
import Moya

#if Alamofire
import Alamofire
#endif

/// A target that says how its stub answers.
struct Page: TargetType {
    var baseURL = URL(string: "https://api.example.com")!
    var path: String { "/page" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
    var validationType: ValidationType { isValidated ? .successCodes : .none }
    var sampleData = Data(#"{"name":"Ada","friend":{"name":"Charles"}}"#.utf8)
    var status = 200
    var isValidated = false
}

extension Page {
    init(_ status: Int, _ body: String) {
        self.status = status
        sampleData = Data(body.utf8)
    }
}

struct Person: Codable, Equatable, Sendable {
    var name: String?
}

extension MoyaProvider where Target == Page {
    /// A provider with stubs that answer at once.
    static func stub(plugins: [any PluginType] = []) -> MoyaProvider<Page> {
        MoyaProvider<Page>(
            endpointClosure: { page in
                Endpoint(
                    url: URL(target: page).absoluteString,
                    sampleResponseClosure: { .networkResponse(page.status, page.sampleData) },
                    method: page.method,
                    task: page.task,
                    httpHeaderFields: page.headers
                )
            },
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: plugins
        )
    }
}
