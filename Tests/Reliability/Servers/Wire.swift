#if Tools && os(Linux)
import Foundation

/// The protocol between the client and a server.
enum Wire: String, CaseIterable, Sendable {
    /// HTTP/1.1 without TLS.
    case http1 = "HTTP/1.1"
    /// HTTP/2 over TLS.
    case http2 = "HTTP/2"

    /// The base URL of a server on loopback.
    func baseURL(port: Int) -> URL {
        var components = URLComponents()
        components.scheme = self == .http1 ? "http" : "https"
        components.host = "127.0.0.1"
        components.port = port
        return components.url ?? URL(fileURLWithPath: "/")
    }
}
#endif
