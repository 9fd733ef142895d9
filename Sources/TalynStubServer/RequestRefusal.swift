#if Tools
import Foundation
import HTTPTypes
import HummingbirdCore

/// Why the server refuses a request before its transport sees it. The connection ends with the refusal, since the bytes
/// after such a request can't be told from its body.
enum RequestRefusal: Error, Hashable {
    /// CONNECT asks for a tunnel (RFC 9110, section 9.3.6).
    case tunnel
    /// The length is no number that a body can have (RFC 9112, section 6.3).
    case contentLength

    /// Nil if the request is served.
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
        case .contentLength: "The Content-Length is not a number from 0 to \(Int64.max)."
        }
    }
}
#endif
