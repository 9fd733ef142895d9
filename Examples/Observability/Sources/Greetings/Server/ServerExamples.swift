#if Tools && os(Linux)
import Hummingbird
import ServiceLifecycle
import Talyn

// The code of the page "On a server", compiled. A test of Talyn compares the two.

struct TransportService: Service {
    let transport: AsyncHTTPClientTransport

    func run() async throws {
        try? await gracefulShutdown()
        try await transport.shutdown()
    }
}

enum ServerExamples {
    static func transport() throws -> Provider<Users> {
        var options = TransportOptions()
        options.connectionsPerHost = 32
        let transport = try AsyncHTTPClientTransport(options: options)
        let users = Provider<Users>(transport: transport, plugins: [RetryPlugin()])
        return users
    }

    static func application(
        _ router: Router<BasicRequestContext>,
        _ transport: AsyncHTTPClientTransport
    ) -> some ApplicationProtocol {
        let services: [any Service] = [TransportService(transport: transport)]
        let application = Application(router: router, services: services)
        return application
    }

    static func limits(_ transport: AsyncHTTPClientTransport) -> Provider<Users> {
        let requestOptions = RequestOptions { $0.deadline = .seconds(10) }
        let users = Provider<Users>(
            transport: transport,
            plugins: [RetryPlugin(), CircuitBreakerPlugin(), ConcurrencyLimitPlugin(200, maximumWaiting: 100)],
            requestOptions: requestOptions
        )
        return users
    }
}
#endif
