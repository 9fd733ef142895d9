#if Tools
import Foundation
import Talyn

/// httpbin's interface as a target: each case is an endpoint, and each value of it a call.
enum HTTPBinAPI: TargetType {
    case get(page: Int)
    case post(Issue)
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

    var baseURL: URL { URL(string: "https://httpbin.org")! }

    var path: String {
        switch self {
        case .get: "/get"
        case .post: "/post"
        case .put: "/put"
        case .delete: "/delete"
        case .anything: "/anything/notes?draft=1"
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

    var task: HTTPTask {
        switch self {
        case .get(let page): .query(["page": page])
        case .post(let issue): .requestJSONEncodable(issue)
        case .put(let name, let isAdmin):
            .requestParameters(parameters: ["name": name, "admin": isAdmin], encoding: URLEncoding.httpBody)
        case .delete(let id): .requestParameters(parameters: ["id": id], encoding: URLEncoding.queryString)
        case .anything(let text): .requestData(Data(text.utf8))
        default: .requestPlain
        }
    }

    var headers: [String: String]? {
        switch self {
        case .anything: ["Content-Type": "text/plain"]
        case .headers: ["X-Talyn": "hello"]
        default: nil
        }
    }

    var validationType: ValidationType { .successCodes }
}

/// What `/post` is sent, and sends back.
struct Issue: Codable, Equatable {
    var title: String
    var labels: [String]
}
#endif
