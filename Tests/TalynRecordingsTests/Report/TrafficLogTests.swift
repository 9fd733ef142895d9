import Foundation
import HTTPTypes
import Synchronization
import TalynCache
import TalynCore
import TalynPlugins
import TalynRecordings
import TestSupport
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

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
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

    /// An origin that sends no response, or no more than a head for `/pages/1`, until the task is cancelled.
    private struct SilentOrigin: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            guard request.url?.lastPathComponent == "1" else { return try await Self.wait() }
            return TransportResponse(statusCode: 200, body: HTTPBody(isReplayable: false) { { try await Self.wait() } })
        }

        private static func wait<Value>() async throws -> Value {
            let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in stream {}
            continuation.finish()
            throw CancellationError()
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

    /// The slow call is the one that the reader of a log looks for.
    @Test(arguments: [TransportError.Kind.timedOut, .deadlineExceeded])
    func exchangeThatATimeLimitEndsIsInTheLog(_ kind: TransportError.Kind) async throws {
        let (log, clock) = (TrafficLog(), ManualClock())
        let recorder = RecordingTransport(wrapping: SilentOrigin(), clock: clock)
        let options = RequestOptions { options in
            if kind == .timedOut { options.timeout = .seconds(5) } else { options.deadline = .seconds(5) }
        }
        let provider = Provider<Page>(transport: recorder, plugins: [log], requestOptions: options, clock: clock)
        for hasHead in [false, true] {
            let call = Task { try await provider.request(Page(number: hasHead ? 1 : 0)) }
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(5))
            let error = await #expect(throws: TalynError.self) { try await call.value }
            #expect(error?.transportError?.kind == kind)
        }
        for recording in [log.recording, recorder.recording] {
            #expect(recording.entries.map(\.failure) == [kind, kind], "\(recording)")
        }
    }

    @Test func logTellsTheCallAndTheReasonOfEachExchange() async throws {
        let log = TrafficLog()
        _ = try await provider(log).request(Page(number: 1))
        let own = try log.recording.own
        #expect(own.map { $0["call"] as? Int } == [1, 1, 1])
        #expect(own.map { $0["attempt"] as? Int } == [1, 2, 2])
        #expect(own.map { $0["reason"] != nil } == [false, true, true])
        #expect(own.map { $0["resend"] as? String } == [nil, nil, "redirect"])
    }

    @Test func logHasTheWaitForPlugins() async throws {
        let clock = ManualClock()
        struct Waiting: CallInterceptor {
            let clock: ManualClock

            func intercept(
                _ endpoint: Endpoint,
                context: CallContext,
                next: @escaping Next
            ) async throws -> Response {
                clock.advance(by: .seconds(2))
                return try await next(endpoint)
            }
        }
        let log = TrafficLog(clock: clock)
        let provider = Provider<Page>(transport: Origin(), plugins: [log, Waiting(clock: clock)], clock: clock)
        _ = try? await provider.request(Page(number: 1))
        let entry = try #require(try log.recording.members.first)
        #expect((entry["timings"] as? [String: Any])?["blocked"] as? Double == 2_000)
        #expect(entry["time"] as? Double == 2_000)
        // A replay doesn't repeat the wait.
        #expect(log.recording.entries.first?.duration == .zero)
    }

    @Test func logHasTheAnswersOfACache() async throws {
        struct Fresh: Transport {
            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                let body = HTTPBody(Data("stored".utf8))
                return TransportResponse(statusCode: 200, headerFields: [.cacheControl: "max-age=60"], body: body)
            }
        }
        let log = TrafficLog()
        let provider = Provider<Page>(transport: Fresh(), plugins: [log, CachePlugin(HTTPCache())])
        for _ in 0..<2 { _ = try await provider.request(Page(number: 1)) }
        let caches = try log.recording.own.map { $0["cache"] as? String }
        #expect(caches.count == 2 && caches.first == .some(nil))
        #expect(caches.last??.hasPrefix("Talyn; hit") == true)
        #expect(log.recording.entries.last?.body == Data("stored".utf8))
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

extension Recording {
    /// The entries of the file.
    fileprivate var members: [[String: Any]] {
        get throws {
            let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            return (file?["log"] as? [String: Any])?["entries"] as? [[String: Any]] ?? []
        }
    }

    /// The members that Talyn adds to the entries.
    fileprivate var own: [[String: Any]] {
        get throws { try members.compactMap { $0["_talyn"] as? [String: Any] } }
    }
}
