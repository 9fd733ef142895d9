package import Foundation
package import HTTPTypes
package import TalynCore

/// A small API for tests that need no server.
package enum Zen: TargetType {
    case zen
    case user(String)
    case create(String)
    case strict

    package var baseURL: URL { URL(string: "https://api.example.com")! }

    package var path: RequestPath {
        switch self {
        case .zen, .strict: "/zen"
        case .user(let name): "/users/\(name)"
        case .create: "/users"
        }
    }

    package var method: HTTPRequest.Method {
        if case .create = self { .post } else { .get }
    }

    package var body: RequestBody {
        if case .create(let name) = self { .data(Data(name.utf8)) } else { .none }
    }

    package var sampleData: Data {
        if case .user(let name) = self { Data(#"{"name":"\#(name)"}"#.utf8) } else { Data("Keep it simple.".utf8) }
    }

    package var validation: StatusValidation {
        if case .strict = self { .successCodes } else { .any }
    }
}

package struct User: Codable, Equatable, Sendable {
    package var name: String

    package init(name: String) {
        self.name = name
    }
}
