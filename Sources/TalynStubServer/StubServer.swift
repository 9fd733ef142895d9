public import Foundation

/// Serves a transport over real HTTP/1.1, so that a UI test, another process or another language has the same stubs.
///
/// Whatever answers requests can be served: stubs, a recording, faults around one of them, or a live transport.
///
/// ```swift
/// try await StubServer.withServer(serving: stubs) { baseURL in
///     try await runTests(against: baseURL)
/// }
/// ```
///
/// A request is handed to the transport as a provider would, but neither are redirects followed nor cookies kept: that
/// is for the client to do. What the transport throws is acted out: a ``/Talyn/TransportError`` becomes what makes a client
/// report such an error, and any other error is answered with status 501 and its message.
@available(Hummingbird, *)
public enum StubServer {
    /// Where a server listens, and what it does besides answering.
    public struct Options: Sendable {
        /// The address to listen on; by default one that only this machine reaches.
        public var host = "127.0.0.1"

        /// The port to listen on, or 0 for any free one.
        public var port = 0

        /// The base URLs of the servers that this one stands for.
        ///
        /// The first one takes the place of this server's own origin in the URLs of requests. A redirect to any of them
        /// leads to this server.
        public var baseURLs: [URL] = []

        /// What is told of requests.
        public var redaction = Redaction.default

        /// Is told of each request once it has been answered or given up, by many tasks at a time.
        public var onRequest: (@Sendable (ServedRequest) -> Void)?

        /// Creates options: any free port on loopback, standing for no other server, telling nobody.
        public init() {}
    }
}
