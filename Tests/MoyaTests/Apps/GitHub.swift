import Foundation
import Moya

// A target as apps write it: all of the members, loosely typed parameters, a payload that is not Sendable.

final class Draft {
    var title = "Draft"
    var tags: [String] = []
}

enum GitHub {
    case zen
    case userProfile(String)
    case search(query: String, page: Int)
    case publish(Draft)
    case save(fields: [String: Any])
    case missing
}

extension GitHub: TargetType {
    var baseURL: URL { return URL(string: "https://api.github.com")! }

    var path: String {
        switch self {
        case .zen:
            return "/zen"
        case .userProfile(let name):
            return "/users/\(name.urlEscaped)"
        case .search:
            return "/search/repositories"
        case .publish, .save:
            return "/drafts"
        case .missing:
            return "/missing"
        }
    }

    var method: Moya.Method {
        switch self {
        case .zen, .userProfile, .search, .missing:
            return .get
        case .publish, .save:
            return .post
        }
    }

    var task: Task {
        switch self {
        case .zen, .userProfile, .missing:
            return .requestPlain
        case .search(let query, let page):
            var params: [String: Any] = [:]
            params["q"] = query
            params["page"] = page
            return .requestParameters(parameters: params, encoding: URLEncoding.default)
        case .publish(let draft):
            return .requestParameters(
                parameters: ["title": draft.title, "tags": draft.tags],
                encoding: JSONEncoding.default
            )
        case .save(let fields):
            return .requestParameters(parameters: fields, encoding: JSONEncoding.default)
        }
    }

    var sampleData: Data {
        switch self {
        case .zen:
            return "Half measures are as bad as nothing at all.".data(using: String.Encoding.utf8)!
        case .userProfile(let name):
            return "{\"login\": \"\(name)\", \"id\": 100}".utf8Encoded
        case .search:
            return "{\"items\": [{\"login\": \"ada\", \"id\": 1}], \"total\": 1}".utf8Encoded
        default:
            return Data()
        }
    }

    var validationType: ValidationType {
        switch self {
        case .missing:
            return .none
        default:
            return .successCodes
        }
    }

    var headers: [String: String]? {
        return ["Content-type": "application/json"]
    }
}

struct User: Codable, Equatable {
    let login: String
    let id: Int
}

private extension String {
    var urlEscaped: String {
        return addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)!
    }

    var utf8Encoded: Data { return Data(self.utf8) }
}
