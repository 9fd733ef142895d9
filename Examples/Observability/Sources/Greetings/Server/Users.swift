#if Tools
import Foundation
import Talyn

/// The upstream API.
enum Users: TargetType {
    case user(String)
    /// A user by an earlier name. The server redirects to the user.
    case formerUser(String)

    var baseURL: URL { URL(string: "http://localhost:4318")! }

    var path: RequestPath {
        switch self {
        case .user(let name): "/users/\(name, name: "name")"
        case .formerUser(let name): "/old/\(name, name: "name")"
        }
    }
}

/// A user, as the upstream API sends it.
struct User: Decodable {
    let name: String
    /// The `traceparent` of the request for the user.
    let traceparent: String?
}
#endif
