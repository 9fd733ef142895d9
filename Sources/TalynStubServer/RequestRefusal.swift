#if Tools

import _TalynFoundation
import HummingbirdCore

/// The reason for which the server refuses a request. The transport doesn't get the request. The connection ends, since the end of the
/// request's body isn't known.
enum RequestRefusal: Error, Hashable {
    /// `CONNECT` requests a tunnel (RFC 9110, section 9.3.6).
    case tunnel
    /// The `Content-Length` is invalid (RFC 9112, section 6.3).
    case contentLength

    /// Nil for a request that is served.
    @available(Hummingbird, *)
    init?(_ request: Request) {
        if request.method == .connect {
            self = .tunnel
        } else if request.headers[values: .contentLength].contains(where: { Int64($0) == nil }) {
            self = .contentLength
        } else {
            return nil
        }
    }

    var status: HTTPResponse.Status {
        switch self {
        case .tunnel: .notImplemented
        case .contentLength: .badRequest
        }
    }
}

extension RequestRefusal: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .tunnel: "The server opens no tunnels. Send the request to the address of the server itself."
        case .contentLength: "The Content-Length isn't a number from 0 to \(Int64.max)."
        }
    }
}
#endif
