#if Tools && os(Linux)
import Foundation
import HTTPTypes

/// A behaviour of a server, and the calls to it meanwhile.
enum Scenario: String, CaseIterable, Sendable {
    case one = "1 in flight"
    case four = "4 in flight"
    case many = "32 in flight"
    /// A large upload is refused before it is complete.
    case upload = "early 413"
    /// Half of the responses end in the middle of their body.
    case cut = "cut bodies"
    /// The upstream of a proxy doesn't listen.
    case refusal = "502"
    /// The server loads its configuration again, every half second.
    case reload = "reload"
    /// The server ends and starts again.
    case restart = "restart"
    /// A connection serves 50 requests.
    case fewRequests = "50 a connection"
    /// The server closes connections that are idle for a second. The calls come in bursts, about a second apart.
    case shortIdle = "1 s idle"

    /// What a server is configured for.
    enum Settings: CaseIterable, Sendable {
        case standard
        case fewRequests
        case shortIdle
    }

    var settings: Settings {
        switch self {
        case .fewRequests: .fewRequests
        case .shortIdle: .shortIdle
        default: .standard
        }
    }

    /// The number of calls at the same time.
    var width: Int {
        switch self {
        case .one: 1
        case .four, .upload: 4
        case .cut: 8
        case .shortIdle: 16
        default: 32
        }
    }

    /// Whether curl makes the same calls. It can't pause, and it would use up its calls while a server starts.
    var hasComparison: Bool { self != .restart && self != .shortIdle }

    /// The path, method and expected statuses of a call.
    func call(_ number: Int) -> (path: String, method: HTTPRequest.Method, expected: Set<Int>) {
        let methods: [HTTPRequest.Method] = self == .upload ? [.put, .post] : [.get, .put, .post]
        switch self {
        case .upload: return ("upload", methods[number % 2], [413])
        // Blocks of three, so that each method is cut.
        case .cut where (number / 3).isMultiple(of: 2): return ("cut", methods[number % 3], [])
        case .refusal: return ("refuse", methods[number % 3], [502, 503])
        default: return ("ok", methods[number % 3], [200])
        }
    }

    /// Whether a lost call is a fault of the client.
    ///
    /// An idempotent call can be repeated. A POST can be repeated if HTTP/2 proves that the server didn't process it. Over
    /// HTTP/1.1, a server that closes a connection without notice may have processed it. A server that ends answers none of
    /// the requests that it has begun.
    func isFault(losing method: HTTPRequest.Method, over wire: Wire) -> Bool {
        if method != .post { return true }
        return switch self {
        case .shortIdle, .reload: wire == .http2
        case .restart: false
        default: true
        }
    }
}
#endif
