import Foundation
import Moya
import MoyaModulesCore
import Testing

// A feature module of an app, whose targets have defaults from the app's core module.

private struct Article: Decodable, Equatable {
    let title: String
}

private enum Articles: BackendTarget {
    case list(page: Int)
    case remove(Int)

    var path: String {
        switch self {
        case .list: return "/articles"
        case .remove(let id): return "/articles/\(id)"
        }
    }

    var method: Moya.Method {
        switch self {
        case .list: return .get
        case .remove: return .delete
        }
    }

    var parameters: [String: Any] {
        guard case .list(let page) = self else { return [:] }
        return ["page": page]
    }
}

private struct Latest: DecodableTarget {
    typealias ResultType = [Article]

    let path = "/articles/latest"
    let method = Moya.Method.get
    var sampleData: Data { return Data(#"{"data": [{"title": "One"}]}"#.utf8) }
}

struct FeatureModuleTests {
    @Test func defaultsOfTheCoreModuleAreUsed() throws {
        let provider = MoyaProvider<Articles>()
        let list = try provider.endpoint(.list(page: 2)).urlRequest()
        #expect(list.url?.absoluteString == "https://backend.example.com/v2/articles?page=2")
        #expect(list.allHTTPHeaderFields == ["Accept": "application/json"])
        let removal = try provider.endpoint(.remove(7)).urlRequest()
        #expect(removal.httpMethod == "DELETE")
        #expect(Articles.remove(7).validationType == .successCodes)
    }

    @Test func resultsAreDecodedByTheCoreModule() {
        var articles: [Article]?
        Backend().load(Latest()) { articles = try? $0.get() }
        #expect(articles == [Article(title: "One")])
    }

    @Test func pluginsOfAnotherModuleSeeTheMultiTarget() {
        struct Tokens: PluginType {
            let see: (String) -> Void

            func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
                see("\(type(of: target))")
                guard let backend = (target as? MultiTarget)?.target as? BackendTarget else { return request }
                var request = request
                request.setValue(backend.authorizationType?.value, forHTTPHeaderField: "Authorization")
                return request
            }
        }
        var seen: [String] = []
        Backend(plugins: [Tokens { seen.append($0) }]).load(Latest()) { _ in }
        #expect(seen == ["MultiTarget"])
    }
}
