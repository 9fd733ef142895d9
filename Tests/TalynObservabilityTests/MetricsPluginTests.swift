#if Metrics
import CoreMetrics
import Foundation
import HTTPTypes
import MetricsTestKit
import Talyn
import TalynCache
import TalynObservability
import Testing

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

    @Test func usesOfTheCacheAreCounted() async throws {
        let origin = Origin { _, _ in
            TransportResponse(statusCode: 200, headerFields: [.cacheControl: "max-age=60"], body: HTTPBody(Data()))
        }
        let provider = provider(CachingTransport(HTTPCache(), over: origin))
        for _ in 0..<3 { _ = try await provider.request(.other) }
        #expect(metrics.counterTotal(label: "talyn.cache.requests", dimensions: [("result", "hit")]) == 2)
        #expect(metrics.counterTotal(label: "talyn.cache.requests", dimensions: [("result", "miss")]) == 1)
    }

    @Test func refusalsAreCounted() async throws {
        struct Refusing: Plugin {
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
