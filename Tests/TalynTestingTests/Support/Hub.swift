import Foundation
import Talyn

/// An API as apps have them.
enum Hub: TargetType, Hashable {
    case zen
    case user(String)
    case search(String, page: Int)
    case open(title: String)
    case signIn(user: String, password: String)
    case upload(Data)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: RequestPath {
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

    var query: RequestParameters {
        if case .search(let text, let page) = self { ["page": page, "q": text] } else { [:] }
    }

    var body: RequestBody {
        switch self {
        case .open(let title): .json(["title": title])
        case .signIn(let user, let password): .form(["user": user, "password": password])
        case .upload(let data):
            .stream(
                HTTPBody(isReplayable: true) {
                    var rest = data
                    return {
                        let piece = rest.prefix(10)
                        rest = rest.dropFirst(10)
                        return piece.isEmpty ? nil : piece
                    }
                }
            )
        default: .none
        }
    }

    var sampleData: Data {
        switch self {
        case .user(let name): Data(#"{"login": "\#(name)"}"#.utf8)
        default: Data("Keep it simple.".utf8)
        }
    }
}

struct Login: Codable, Equatable, Sendable {
    var login: String
}
