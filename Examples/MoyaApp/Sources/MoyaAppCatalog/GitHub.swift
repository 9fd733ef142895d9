import Foundation
import Moya
import MoyaAppCore

private extension String {
    var urlEscaped: String {
        return addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)!
    }
}

private let stubs = StubFiles(bundle: .module)

public enum GitHub {
    case zen
    case userProfile(String)
    case userRepositories(String, page: Int)
    case search(query: String, languages: [String], includeForks: Bool)
    case markdown(String)
    case archive(repository: String)
}

extension GitHub: TargetType {
    public var baseURL: URL { return URL(string: "https://api.github.com")! }

    public var path: String {
        switch self {
        case .zen: return "/zen"
        case .userProfile(let name): return "/users/\(name.urlEscaped)"
        case .userRepositories(let name, _): return "/users/\(name.urlEscaped)/repos"
        case .search: return "/search/repositories"
        case .markdown: return "/markdown/raw"
        case .archive(let repository): return "/repos/\(repository)/zipball"
        }
    }

    public var method: Moya.Method {
        switch self {
        case .markdown: return .post
        default: return .get
        }
    }

    public var task: Task {
        switch self {
        case .zen, .userProfile:
            return .requestPlain
        case .userRepositories(_, let page):
            return .requestParameters(parameters: ["sort": "pushed", "page": page], encoding: URLEncoding.default)
        case let .search(query, languages, includeForks):
            return .requestParameters(
                parameters: ["q": query, "language": languages, "fork": includeForks],
                encoding: URLEncoding(destination: .queryString, arrayEncoding: .noBrackets, boolEncoding: .literal)
            )
        case .markdown(let text):
            return .requestParameters(parameters: [:], encoding: TextEncoding(text))
        case .archive:
            return .downloadDestination { temporaryURL, response in
                let name = response.suggestedFilename ?? temporaryURL.lastPathComponent
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("MoyaApp", isDirectory: true)
                return (folder.appendingPathComponent(name), [.removePreviousFile, .createIntermediateDirectories])
            }
        }
    }

    public var validationType: ValidationType {
        switch self {
        case .zen: return .successCodes
        case .archive: return .successAndRedirectCodes
        case .userProfile: return .customCodes([200, 304])
        default: return .none
        }
    }

    public var sampleData: Data {
        switch self {
        case .zen:
            return "Half measures are as bad as nothing at all.".data(using: String.Encoding.utf8)!
        case .userProfile(let name):
            return "{\"login\": \"\(name)\", \"id\": 100}".data(using: .utf8)!
        case .userRepositories:
            return stubs.data("repositories")
        case .search:
            return stubs.data("search")
        case .markdown(let text):
            return "<p>\(text)</p>".utf8Data
        case .archive:
            return Data()
        }
    }
}
