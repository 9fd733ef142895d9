#if Metrics
import CoreMetrics
import Foundation
import HTTPTypes
import MetricsTestKit
import Talyn
import TalynCache
import TestSupport
import Testing
import _TalynSupport

@testable import TalynObservability

struct MetricsPluginTests {
    private let metrics = TestMetrics()

    private func provider(_ transport: any Transport, _ plugins: any Plugin...) -> Provider<Users> {
        Provider(transport: transport, plugins: [MetricsPlugin(factory: metrics)] + plugins)
    }

    private static let server = [
        ("http.request.method", "GET"), ("server.address", "api.example.com"), ("server.port", "443"),
    ]

    @Test func exchangesAreTimedByStatus() async throws {
        _ = try await provider(Origin(503, 200), immediateRetry).request(.user("ada"))
        let failed = try metrics.expectTimer(
            "http.client.request.duration",
            Self.server + [("http.response.status_code", "503"), ("error.type", "503")]
        )
        let succeeded = try metrics.expectTimer(
            "http.client.request.duration",
            Self.server + [("http.response.status_code", "200")]
        )
        #expect(failed.values.count == 1)
        #expect(succeeded.values.count == 1)
        let size = try metrics.expectRecorder(
            "http.client.response.body.size",
            Self.server + [("http.response.status_code", "200")]
        )
        #expect(size.lastValue == 4)
        #expect(metrics.counterTotal(label: "talyn.client.retries", dimensions: [("reason", "503")]) == 1)
    }

    /// The status of the attempt was a success.
    @Test func retryAfterABrokenBodyIsOneAfterAFailure() async throws {
        let origin = Origin { _, number in
            guard number == 1 else { return TransportResponse(statusCode: 200, body: HTTPBody(Data())) }
            return TransportResponse(statusCode: 200, body: HTTPBody { throw TransportError(.connectionLost) })
        }
        _ = try await provider(origin, immediateRetry).request(.other)
        #expect(metrics.counterTotal(label: "talyn.client.retries", dimensions: [("reason", "failure")]) == 1)
    }

    @Test func tokensOfAStreamAreMeasured() async throws {
        let event = #"data: {"usage":{"input_tokens":9,"output_tokens":4}}"# + "\n\ndata: [DONE]\n\n"
        let transport = ClosureTransport { _ in
            let chunks = InTurn([Data(event.utf8), nil])
            let fields: HTTPFields = [.contentType: "text/event-stream"]
            return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody { chunks.next() })
        }
        let options = RequestOptions {
            $0.countsTokens = true
            $0.endOfEvents = .data("[DONE]")
        }
        for try await _ in provider(transport).events(.user("ada"), options: options) {}
        for (type, count) in [("input", 9), ("output", 4)] {
            let dimensions = Self.server + [("gen_ai.token.type", type)]
            let tokens = try metrics.expectRecorder("gen_ai.client.token.usage", dimensions)
            #expect(tokens.values == [Double(count)])
        }
        // A stream that ends with its mark isn't a failure.
        _ = try metrics.expectTimer(
            "http.client.request.duration",
            Self.server + [("http.response.status_code", "200")]
        )
    }

    /// A backend that records exchanges itself while it makes a series.
    @Test func backendIsNotCalledUnderALock() throws {
        final class Backend: MetricsFactory, Sendable {
            let metrics = TestMetrics()
            let series = Locked<MetricsSeries?>(nil)

            private func record() {
                guard let series = series.withLock({ $0.take() }) else { return }
                let server = MetricsSeries.Server(method: "PUT", address: "other", port: 1, template: nil)
                series.record(.init(server: server), .zero, requestSize: 1, responseSize: 1)
                series.counter("count", []).increment()
                _ = series.activeRequests(of: server)
                _ = series.rateLimit(of: "other")
                let connection = ObservedConnection(address: "other", port: 1, networkProtocolName: "h2")
                series.connections.connection(connection, changedFrom: nil, to: .active, after: .zero)
            }

            func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
                record()
                return metrics.makeCounter(label: label, dimensions: dimensions)
            }

            func makeFloatingPointCounter(
                label: String,
                dimensions: [(String, String)]
            ) -> any FloatingPointCounterHandler {
                metrics.makeFloatingPointCounter(label: label, dimensions: dimensions)
            }

            func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
                record()
                return metrics.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
            }

            func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
                record()
                return metrics.makeMeter(label: label, dimensions: dimensions)
            }

            func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
                record()
                return metrics.makeTimer(label: label, dimensions: dimensions)
            }

            func destroyCounter(_ handler: any CounterHandler) {}
            func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
            func destroyRecorder(_ handler: any RecorderHandler) {}
            func destroyMeter(_ handler: any MeterHandler) {}
            func destroyTimer(_ handler: any TimerHandler) {}
        }
        let server = MetricsSeries.Server(method: "GET", address: "own", port: 1, template: nil)
        let uses: [(MetricsSeries) -> Void] = [
            { $0.record(.init(server: server), .zero, requestSize: 1, responseSize: 1) },
            { $0.counter("own", []).increment() },
            { _ = $0.activeRequests(of: server) },
            { _ = $0.rateLimit(of: "own") },
            {
                let connection = ObservedConnection(address: "own", port: 1, networkProtocolName: "h2")
                $0.connections.connection(connection, changedFrom: nil, to: .active, after: .zero)
            },
        ]
        for use in uses {
            let backend = Backend()
            let series = MetricsSeries(factory: backend, addsTemplates: false, maximumServers: 10)
            backend.series.withLock { $0 = series }
            use(series)
            _ = try backend.metrics.expectTimer(
                "http.client.request.duration",
                [("http.request.method", "PUT"), ("server.address", "other"), ("server.port", "1")]
            )
        }
    }

    @Test func activeRequestsEndAtZero() async throws {
        let provider = provider(
            Origin { _, number in
                if number == 2 { throw TransportError(.connectionLost) }
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        )
        for _ in 0..<3 { _ = try? await provider.request(.other) }
        let active = try metrics.expectMeter("http.client.active_requests", Self.server)
        #expect(active.lastValue == 0)
        let lost = try metrics.expectTimer(
            "http.client.request.duration",
            Self.server + [("error.type", "connectionLost")]
        )
        #expect(lost.values.count == 1)
    }

    @Test(arguments: [200, 404]) func usesOfTheCacheAreCounted(status: Int) async throws {
        let origin = Origin { _, _ in
            TransportResponse(statusCode: status, headerFields: [.cacheControl: "max-age=60"], body: HTTPBody(Data()))
        }
        let provider = provider(origin, CachePlugin(HTTPCache()))
        for _ in 0..<3 { _ = await provider.result(.other) }
        #expect(metrics.counterTotal(label: "talyn.cache.requests", dimensions: [("result", "hit")]) == 2)
        #expect(metrics.counterTotal(label: "talyn.cache.requests", dimensions: [("result", "miss")]) == 1)
    }

    @Test func refreshesAreCounted() async throws {
        let authentication = AuthenticationPlugin(Renewing(), credential: "old")
        let provider = provider(Origin(401, 200), authentication)
        _ = try await provider.request(.other)
        #expect(metrics.counterTotal(label: "talyn.client.refreshes") == 1)
        #expect(metrics.counterTotal(label: "talyn.client.retries", dimensions: [("reason", "401")]) == 1)
    }

    private static func limited(_ remaining: Int) -> Origin {
        Origin { _, _ in
            TransportResponse(
                statusCode: 200,
                headerFields: [.named("RateLimit"): #""default";r=\#(remaining);t=5"#],
                body: HTTPBody(Data())
            )
        }
    }

    @Test func limitsOfServersAndWaitsForThemAreMeasured() async throws {
        let provider = provider(Self.limited(0), RateLimitPlugin(clock: JumpingClock()))
        for _ in 0..<2 { _ = try await provider.request(.other) }
        let key = [("key", "https://api.example.com")]
        let wait = try metrics.expectTimer("talyn.client.rate_limit.wait", key)
        #expect(wait.values == [5_000_000_000])
        #expect(try metrics.expectMeter("talyn.client.rate_limit.remaining", key).lastValue == 0)
    }

    @Test func refusalOfARateLimitIsCounted() async throws {
        let provider = provider(Self.limited(0), RateLimitPlugin(maximumWait: .zero, clock: JumpingClock()))
        _ = try await provider.request(.other)
        _ = try? await provider.request(.other)
        #expect(metrics.counterTotal(label: "talyn.client.refusals", dimensions: [("reason", "rateLimited")]) == 1)
        #expect(metrics.timers(label: "talyn.client.rate_limit.wait").allSatisfy { $0.values.isEmpty })
    }

    @Test func keysOfRateLimitsBeyondTheFirstShareASeries() throws {
        let series = MetricsSeries(factory: metrics, addsTemplates: false, maximumServers: 2)
        for index in 0..<5 {
            let limit = series.rateLimit(of: "\(index)")
            limit.wait.recordNanoseconds(1)
            #expect((limit.remaining != nil) == (index < 2))
        }
        #expect(metrics.timers(label: "talyn.client.rate_limit.wait").count == 3)
        #expect(try metrics.expectTimer("talyn.client.rate_limit.wait", [("key", "_OTHER")]).values.count == 3)
    }

    #if AsyncHTTPClient && os(Linux)
    @Test func connectionsAreCountedByTheirState() async throws {
        try await FaultServer.withServer(script: { _ in [.ok] }) { server in
            let target = Local(baseURL: server.baseURL)
            let transport = AsyncHTTPClientTransport()
            // A transport that is released closes its connections.
            defer { withExtendedLifetime(transport) {} }
            // The connection has no task whose factory it could use.
            try await withMetricsFactory(metrics) {
                let options = RequestOptions { $0.idleTimeout = .seconds(3_600) }
                let provider = Provider<Local>(
                    transport: transport,
                    plugins: [MetricsPlugin()],
                    requestOptions: options
                )
                for _ in 0..<2 { _ = try await provider.request(target) }
            }
            let dimensions = [
                ("server.address", "127.0.0.1"), ("server.port", "\(server.port)"), ("network.protocol.version", "1.1"),
            ]
            func count(_ state: String) throws -> Double? {
                let dimensions = [("http.connection.state", state)] + dimensions
                return try metrics.expectMeter("http.client.open_connections", dimensions).lastValue
            }
            #expect(try count("active") == 0)
            #expect(try count("idle") == 1)
            let requests = try metrics.expectTimer(
                "http.client.request.duration",
                [("http.request.method", "GET"), dimensions[0], dimensions[1]]
                    + [("http.response.status_code", "200"), dimensions[2]]
            )
            #expect(requests.values.count == 2)
            #expect(metrics.recorders(label: "http.client.request.body.size").isEmpty)
        }
    }
    #endif

    @Test func closedConnectionsAreTimed() throws {
        let connections = ConnectionMetrics(factory: metrics, maximumServers: 1)
        for address in ["a.example", "b.example"] {
            let connection = ObservedConnection(address: address, port: 80, networkProtocolName: "h2")
            connections.connection(connection, changedFrom: nil, to: .active, after: .zero)
            connections.connection(connection, changedFrom: .active, to: .idle, after: .zero)
            connections.connection(connection, changedFrom: .idle, to: .closed, after: .seconds(2))
        }
        let durations = metrics.timers(label: "http.client.connection.duration")
        #expect(durations.flatMap(\.values) == [2_000_000_000, 2_000_000_000])
        #expect(Set(durations.flatMap { $0.dimensions.map(\.1) }).isSuperset(of: ["a.example", "_OTHER", "2"]))
        #expect(metrics.meters(label: "http.client.open_connections").allSatisfy { $0.lastValue == 0 })
    }

    @Test func pluginsOfOneBackendCountAConnectionOnce() {
        let plugins = (0..<2).map { _ in MetricsPlugin(factory: metrics) }
        let destinations = Set(plugins.map { $0.connectionObserver.destination })
        #expect(destinations.count == 1)
        #expect(MetricsPlugin(factory: TestMetrics()).connectionObserver.destination != destinations.first)
    }

    @Test func refusalsAreCounted() async throws {
        struct Refusing: CallInterceptor {
            func intercept(
                _ endpoint: Endpoint,
                context: CallContext,
                next: @escaping Next
            ) async throws -> Talyn.Response {
                throw RejectionError(.circuitOpen)
            }
        }
        await #expect(throws: TalynError.self) { try await provider(Origin(200), Refusing()).request(.other) }
        #expect(metrics.counterTotal(label: "talyn.client.refusals", dimensions: [("reason", "circuitOpen")]) == 1)
    }

    @Test func seriesAreLimited() async throws {
        struct Page: TargetType {
            let host: Int
            var baseURL: URL { URL(string: "https://host\(host).example.com")! }
            var path: RequestPath { "/pages/\(host)" }
        }
        let plugin = MetricsPlugin(factory: metrics, addsTemplates: true, maximumServers: 10)
        let provider = Provider<Page>(transport: Origin(200), plugins: [plugin])
        for host in 0..<50 { _ = try await provider.request(Page(host: host)) }
        #expect(metrics.timers(label: "http.client.request.duration").count == 11)
        let others = metrics.timers(label: "http.client.request.duration").filter { timer in
            timer.dimensions.contains { $0 == ("server.address", "_OTHER") }
        }
        #expect(others.first?.values.count == 40)
    }
}
#endif
