#if Tools
import Foundation
import Talyn

/// The API of httpbin as a target. Each case is an endpoint.
///
/// Written without the macros, so that the first build of the demo needs no swift-syntax.
enum HTTPBinAPI: TargetType, Equatable {
    case get(page: Int)
    case post(body: Issue)
    case put(name: String, isAdmin: Bool)
    case delete(id: Int)
    case anything(text: String)
    case status(Int)
    case headers
    case bearer
    case redirect(times: Int)
    case delay(seconds: Int)
    case bytes(Int)
    case stream(lines: Int)
    case json
    case uuid
    case range(Int)
    case events(Int)
    case etag(String)
    case responseHeaders(cacheControl: String)

    var baseURL: URL { URL(string: "https://httpbin.org")! }

    var path: RequestPath {
        switch self {
        case .get: "/get"
        case .post: "/post"
        case .put: "/put"
        case .delete: "/delete"
        case .anything: "/anything/notes"
        case .status(let code): "/status/\(code)"
        case .headers: "/headers"
        case .bearer: "/bearer"
        case .redirect(let times): "/redirect/\(times)"
        case .delay(let seconds): "/delay/\(seconds)"
        case .bytes(let count): "/bytes/\(count)"
        case .stream(let lines): "/stream/\(lines)"
        case .json: "/json"
        case .uuid: "/uuid"
        case .range(let count): "/range/\(count)"
        case .events(let count): "/events/\(count)"
        case .etag(let tag): "/etag/\(tag)"
        case .responseHeaders: "/response-headers"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .post: .post
        case .put: .put
        case .delete: .delete
        case .anything: .patch
        default: .get
        }
    }

    var query: RequestParameters {
        switch self {
        case .get(let page): ["page": page]
        case .delete(let id): ["id": id]
        case .anything: ["draft": 1]
        case .responseHeaders(let cacheControl): ["Cache-Control": cacheControl]
        default: [:]
        }
    }

    var headerFields: HTTPFields {
        switch self {
        case .anything: [.contentType: "text/plain"]
        case .headers: [.talyn: "hello"]
        default: [:]
        }
    }

    var body: RequestBody {
        switch self {
        case .post(let issue): .json(issue)
        case .put(let name, let isAdmin): .form(["name": name, "admin": isAdmin])
        case .anything(let text): .data(Data(text.utf8))
        default: .none
        }
    }
}

extension HTTPField.Name {
    fileprivate static let talyn = Self("X-Talyn")!
}

/// The body of `/post`, which the server sends back.
struct Issue: Codable, Equatable {
    var title: String
    var labels: [String]
}
#endif
