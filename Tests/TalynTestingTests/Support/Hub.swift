import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An API as apps have them.
enum Hub: TargetType, Hashable {
    case zen
    case user(String)
    case search(String, page: Int)
    case open(title: String)
    case signIn(user: String, password: String)
    case upload(Data)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: String {
        switch self {
        case .zen: "/zen"
        case .user(let name): "/users/\(name)"
        case .search: "/search"
        case .open: "/issues"
        case .signIn: "/session"
        case .upload: "/files"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .open, .signIn: .post
        case .upload: .put
        default: .get
        }
    }

    var task: HTTPTask {
        switch self {
        case .search(let text, let page): .query(["q": text, "page": "\(page)"])
        case .open(let title): .requestJSONEncodable(["title": title])
        case .signIn(let user, let password):
            .requestParameters(parameters: ["user": user, "password": password], encoding: URLEncoding.httpBody)
        case .upload(let data):
            .upload(
                HTTPBody(isReplayable: true) {
                    var rest = data
                    return {
                        let piece = rest.prefix(10)
                        rest = rest.dropFirst(10)
                        return piece.isEmpty ? nil : piece
                    }
                }
            )
        default: .requestPlain
        }
    }

    var sampleData: Data {
        switch self {
        case .user(let name): Data(#"{"login": "\#(name)"}"#.utf8)
        default: Data("Keep it simple.".utf8)
        }
    }

    var validationType: ValidationType { .successCodes }
}

struct Login: Codable, Equatable, Sendable {
    var login: String
}
