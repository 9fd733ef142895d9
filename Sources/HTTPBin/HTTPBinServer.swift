#if Tools
public import Foundation
import Hummingbird
import Logging
import _TalynSupport

/// An embedded HTTP server that speaks a useful part of httpbin's interface.
@available(Hummingbird, *)
public enum HTTPBinServer {
    /// Whether the server is part of this build.
    public static var isBuilt: Bool { true }

    /// Runs the server on an ephemeral loopback port for the duration of `body`.
    ///
    /// The server stops when `body` returns, throws or is cancelled. That also ends its running requests and its open
    /// connections.
    public static func withServer<Result: Sendable>(
        _ body: @Sendable (_ baseURL: URL) async throws -> Result
    ) async throws -> Result {
        let listening = Promise<URL>()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.resolve(nil) }
                try await run { listening.resolve($0) }
            }
            guard let baseURL = await listening.value() else {
                try await group.waitForAll()
                throw CancellationError()
            }
            // The group waits for the server. Its end by cancellation isn't an error.
            defer { group.cancelAll() }
            return try await body(baseURL)
        }
    }

    /// Runs the server until the task is cancelled. Then it throws `CancellationError`.
    ///
    /// - Parameter onListening: Called with the server's base URL when it accepts connections.
    private static func run(onListening: @escaping @Sendable (_ baseURL: URL) async -> Void) async throws {
        let host = "127.0.0.1"
        var logger = Logger(label: "HTTPBin")
        logger.logLevel = .critical
        let application = Application(
            router: makeRouter(),
            configuration: ApplicationConfiguration(address: .hostname(host, port: 0)),
            onServerRunning: { channel in
                var components = URLComponents()
                components.scheme = "http"
                components.host = host
                components.port = channel.localAddress?.port
                if let baseURL = components.url {
                    await onListening(baseURL)
                }
            },
            logger: logger
        )
        try await application.run()
        try Task.checkCancellation()
    }

    private static func makeRouter() -> Router<HTTPBinContext> {
        let router = Router(context: HTTPBinContext.self)
        router.add(middleware: HTTPBinMiddleware())
        let routes = RouteTable(router: router)
        routes.addRequestInspection()
        routes.addStatusCodes()
        routes.addRedirects()
        routes.addDynamicData()
        routes.addCaching()
        routes.addRange()
        routes.addEvents()
        routes.addResponseInspection()
        routes.addCookies()
        routes.addAuthentication()
        return router
    }
}
#endif
