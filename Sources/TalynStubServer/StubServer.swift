#if Tools
public import _TalynFoundation
import _TalynSupport

/// Serves a transport over real HTTP/1.1, for a UI test, another process or another language.
///
/// The transport can be a set of stubs, a recording, one of them with faults, or a live transport.
///
/// ```swift
/// try await StubServer.withServer(serving: stubs) { baseURL in
///     try await runTests(against: baseURL)
/// }
/// ```
///
/// The transport gets each request as from a provider. The server doesn't follow redirects and keeps no cookies, since the
/// client does. It acts out errors of the transport: a ``/Talyn/TransportError`` makes the client fail in the same way. For any
/// other error it answers with status 501 and the message.
@available(Hummingbird, *)
public enum StubServer {
    /// The options of a server.
    public struct Options: Sendable {
        /// The address to listen on. By default loopback, which only this machine reaches.
        public var host = "127.0.0.1"

        /// The port to listen on, or 0 for any free one.
        public var port = 0

        /// The base URLs of the servers that this one stands for.
        ///
        /// In the URLs of requests, the first one replaces the origin of this server. A redirect to any of them leads to
        /// this server.
        public var baseURLs: [URL] = []

        /// The mask of secrets for ``onRequest``.
        public var redaction = Redaction.default

        /// Gets each request and its outcome. Several tasks call it at a time.
        public var onRequest: (@Sendable (ServedRequest) -> Void)?

        /// Creates the default options: any free port on loopback.
        public init() {}
    }
}

@available(Hummingbird, *)
extension StubServer.Options: CustomReflectable {
    /// The options, with the secrets of URLs masked.
    public var customMirror: Mirror {
        Mirror(of: self, ["host": host, "port": port, "baseURLs": baseURLs.map { redaction.url($0.absoluteString) }])
    }
}
#endif
