#if Tools

public import _TalynFoundation
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import _TalynSupport

@available(Hummingbird, *)
extension StubServer {
    /// Runs a server for the duration of `body`.
    ///
    /// The server stops when `body` returns, throws or is cancelled. It cancels its requests and closes its connections.
    ///
    /// - Parameters:
    ///   - transport: The transport that answers the requests.
    ///   - options: The options. By default the server listens on any free port of loopback.
    ///   - body: Gets the base URL of the server, which has no path.
    /// - Throws: ``StubServerError`` if the server can't listen, or the error of `body`.
    public static func withServer<Result: Sendable>(
        serving transport: any Transport,
        options: Options = Options(),
        _ body: @Sendable (_ baseURL: URL) async throws -> Result
    ) async throws -> Result {
        let listening = Promise<URL>()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.resolve(nil) }
                try await run(serving: transport, options: options) { listening.resolve($0) }
            }
            guard let baseURL = await listening.value() else {
                try await group.waitForAll()
                throw CancellationError()
            }
            // The group waits for the server to end. Its cancellation isn't an error.
            defer { group.cancelAll() }
            return try await body(baseURL)
        }
    }

    /// Runs a server until the task is cancelled. Then it throws `CancellationError`.
    ///
    /// - Parameters:
    ///   - transport: The transport that answers the requests.
    ///   - options: The options. By default the server listens on any free port of loopback.
    ///   - onListening: Gets the base URL, which has no path, when the server accepts connections.
    /// - Throws: ``StubServerError`` if the server can't listen.
    public static func run(
        serving transport: any Transport,
        options: Options = Options(),
        onListening: @escaping @Sendable (_ baseURL: URL) async -> Void = { _ in }
    ) async throws {
        guard 0...65_535 ~= options.port else {
            throw StubServerError.cannotListen(host: options.host, port: options.port, reason: "There is no such port.")
        }
        var logger = Logger(label: "StubServer")
        logger.logLevel = .critical
        let connections = OpenConnections()
        let server = Server(
            childChannelSetup: HTTP1Channel(
                responder: { request, writer, channel in
                    try await ServedExchange(request, on: channel, by: transport, options).run(writer)
                },
                configuration: HTTP1Channel.Configuration(additionalChannelHandlers: [ClientWatch(connections)])
            ),
            configuration: ServerConfiguration(address: .hostname(options.host, port: options.port), backlog: 1_024),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? options.port
                if let url = URL(string: "http://\(Self.authority(options.host, port))") { await onListening(url) }
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: logger
        )
        do {
            try await withTaskCancellationHandler {
                try await server.run()
            } onCancel: {
                connections.closeAll()
            }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw StubServerError.portInUse(host: options.host, port: options.port)
        } catch let error as CancellationError {
            throw error
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw StubServerError.cannotListen(host: options.host, port: options.port, reason: reason)
        }
        try Task.checkCancellation()
    }

    static func authority(_ host: String, _ port: Int) -> String { "\(host.asURLHost):\(port)" }
}
#endif
