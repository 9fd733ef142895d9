import Foundation
import HTTPTypes
import Synchronization
import Talyn
import TalynTesting
import Testing

struct TrafficLogTests {
    private struct Page: TargetType {
        let number: Int

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/pages/\(number)" }
        var query: RequestParameters { ["access_token": "planted-secret"] }
    }

    /// An origin whose first response is a failure, and whose second one leads to another URL.
    private final class Origin: Transport {
        private let count = Mutex(0)

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let body = HTTPBody(Data(String(repeating: "x", count: 1_000).utf8))
            switch number {
            case 1: return TransportResponse(statusCode: 503, body: body)
            case 2: return TransportResponse(statusCode: 302, headerFields: [.location: "/other"], body: body)
            default: return TransportResponse(statusCode: 200, body: body)
            }
        }
    }

    private func provider(_ log: TrafficLog) -> Provider<Page> {
        let retry = RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none })
        return Provider(transport: Origin(), plugins: [log, retry])
    }

    @Test func logHasEachExchangeWithoutSecrets() async throws {
        let log = TrafficLog()
        _ = try await provider(log).request(Page(number: 1))
        #expect(log.recording.entries.map(\.statusCode) == [503, 302, 200])
        #expect(log.recording.entries.last?.url == "https://api.example.com/other")
        #expect(!String(decoding: log.recording.data, as: UTF8.self).contains("planted-secret"))
        let page = String(decoding: TrafficReport(log.recording).html, as: UTF8.self)
        #expect(page.contains("/other") && !page.contains("planted-secret"))
        log.removeAll()
        #expect(log.recording.isEmpty)
    }

    @Test func oldestExchangesGoFirst() async throws {
        let log = TrafficLog(maximumSize: 20_000)
        let provider = provider(log)
        for number in 1...50 { _ = try await provider.request(Page(number: number)) }
        let entries = log.recording.entries
        #expect(entries.last?.url.contains("/pages/50") == true)
        #expect(entries.first?.url.contains("/pages/1?") == false)
        #expect((5...20).contains(entries.count))
    }

    @Test func exchangeThatIsLargerThanTheLogIsNotKept() async throws {
        let log = TrafficLog(maximumSize: 100)
        _ = try await provider(log).request(Page(number: 1))
        #expect(log.recording.isEmpty)
    }
}
