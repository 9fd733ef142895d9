import Foundation
import HTTPTypes
import Synchronization
import Talyn
import TestSupport

/// An API whose path has a value.
enum Users: TargetType {
    case user(String)
    case secret
    case other

    var baseURL: URL { URL(string: "https://api.example.com")! }

    var path: RequestPath {
        switch self {
        case .user(let name): "/users/\(name, name: "name")"
        case .secret: "/secret"
        case .other: "/other"
        }
    }

    var query: RequestParameters {
        if case .secret = self { ["access_token": "planted-secret"] } else { [:] }
    }
}

/// A transport that answers by a closure, and keeps the requests.
final class Origin: Transport {
    private let requestsState = Mutex<[OutgoingRequest]>([])
    private let answer: @Sendable (OutgoingRequest, _ number: Int) throws -> TransportResponse

    init(_ answer: @escaping @Sendable (OutgoingRequest, _ number: Int) throws -> TransportResponse) {
        self.answer = answer
    }

    /// An origin that gives one status after the other.
    convenience init(_ statusCodes: Int...) {
        self.init { _, number in
            TransportResponse(
                statusCode: statusCodes[min(number, statusCodes.count) - 1],
                body: HTTPBody(Data("body".utf8))
            )
        }
    }

    var requests: [OutgoingRequest] { requestsState.withLock { $0 } }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let number = requestsState.withLock { requests in
            requests.append(request)
            return requests.count
        }
        return try answer(request, number)
    }
}

/// A target at another base URL.
struct Local: TargetType {
    let baseURL: URL
    var path: RequestPath = "/"
    var requestOptions: RequestOptions { .patient }
}

extension FaultServer.Step {
    /// A short response.
    static let ok = send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
}

/// Makes a new credential at once.
struct Renewing: Authenticator {
    func apply(_ credential: String, to request: inout OutgoingRequest) {
        request.headerFields[.authorization] = "Bearer \(credential)"
    }

    func refresh(_ credential: String) -> String { "new" }
}

/// Retries at once.
var immediateRetry: RetryPlugin { RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }) }
