#if Tools
public import Foundation
import HTTPTypes
public import Hummingbird
public import Logging
public import Talyn
import TalynObservability

/// A server with one route: `GET /greetings/{name}`. It calls the upstream API for the user.
public enum GreetingApplication {
    /// Makes the server.
    ///
    /// Spans and metrics go to the tracer and the factory that are bootstrapped, or to those of the task that runs the server.
    ///
    /// - Parameters:
    ///   - upstream: The URL of the upstream API.
    ///   - telemetry: The service that exports spans and metrics. It stops after the server.
    ///   - port: The port on loopback, or 0 for any free one.
    ///   - retries: The plugin that repeats failed calls of the upstream API.
    ///   - logger: The logger; nil for the default one, whose level is in `LOG_LEVEL`.
    ///   - onListening: Gets the URL of the server when it accepts connections.
    public static func make(
        upstream: URL,
        telemetry: Telemetry,
        port: Int,
        retries: RetryPlugin = RetryPlugin(),
        logger: Logger? = nil,
        onListening: @escaping @Sendable (URL) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let users = Provider<Users>(
            baseURL: upstream,
            plugins: [TracingPlugin(), MetricsPlugin(), LoggingPlugin(), retries]
        )
        let router = Router()
        router.add(middleware: TracingMiddleware())
        router.get("/greetings/{name}") { request, context in
            try await greeting(for: request, context, from: users)
        }
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            services: [telemetry],
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? port
                onListening(URL(string: "http://127.0.0.1:\(port)")!)
            },
            logger: logger
        )
    }

    private static func greeting(
        for request: Request,
        _ context: some RequestContext,
        from users: Provider<Users>
    ) async throws -> Greeting {
        // Hummingbird gives the parameter as it is in the path, percent-encoded.
        guard let name = try context.parameters.require("name").removingPercentEncoding else {
            throw HTTPError(.badRequest)
        }
        let isFormer = request.uri.queryParameters.get("former", as: Bool.self) ?? false
        do {
            let user = try await users.request(isFormer ? .formerUser(name) : .user(name), as: User.self)
            return Greeting(text: "Hello, \(user.name)!", traceparent: user.traceparent)
        } catch {
            throw HTTPError(error.statusCode == 404 ? .notFound : .badGateway)
        }
    }
}

/// The response of the route.
public struct Greeting: ResponseCodable, Sendable {
    public let text: String
    /// The `traceparent` that the upstream API received.
    public let traceparent: String?
}
#endif
