package import Foundation
package import HTTPTypes
package import TalynCore

/// An API as apps have them.
package enum Hub: TargetType, Hashable {
    case zen
    case user(String)
    case search(String, page: Int)
    case open(title: String)
    case signIn(user: String, password: String)
    case upload(Data)

    package var baseURL: URL { URL(string: "https://api.github.com")! }

    package var path: RequestPath {
        switch self {
        case .zen: "/zen"
        case .user(let name): "/users/\(name)"
        case .search: "/search"
        case .open: "/issues"
        case .signIn: "/session"
        case .upload: "/files"
        }
    }

    package var method: HTTPRequest.Method {
        switch self {
        case .open, .signIn: .post
        case .upload: .put
        default: .get
        }
    }

    package var query: RequestParameters {
        if case .search(let text, let page) = self { ["page": page, "q": text] } else { [:] }
    }

    package var body: RequestBody {
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

    package var sampleData: Data {
        switch self {
        case .user(let name): Data(#"{"login": "\#(name)"}"#.utf8)
        default: Data("Keep it simple.".utf8)
        }
    }
}

package struct Login: Codable, Equatable, Sendable {
    package var login: String

    package init(login: String) {
        self.login = login
    }
}
