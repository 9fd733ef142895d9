import Foundation
import Talyn

/// A small API for tests that need no server.
enum Zen: TargetType {
    case zen
    case user(String)
    case create(String)
    case strict

    var baseURL: URL { URL(string: "https://api.example.com")! }

    var path: RequestPath {
        switch self {
        case .zen, .strict: "/zen"
        case .user(let name): "/users/\(name)"
        case .create: "/users"
        }
    }

    var method: HTTPRequest.Method {
        if case .create = self { .post } else { .get }
    }

    var body: RequestBody {
        if case .create(let name) = self { .data(Data(name.utf8)) } else { .none }
    }

    var sampleData: Data {
        if case .user(let name) = self { Data(#"{"name":"\#(name)"}"#.utf8) } else { Data("Keep it simple.".utf8) }
    }

    var validation: StatusValidation {
        if case .strict = self { .successCodes } else { .any }
    }
}

struct User: Codable, Equatable, Sendable {
    var name: String
}
