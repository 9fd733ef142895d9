import Foundation
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings

/// A request that the engine sends again because its connection was closed.
struct RepeatedRequestTests {
    private struct Page: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/page" }
    }

    /// A transport whose first connections turn out to be closed.
    private final class Closing: Transport {
        private let failures: Locked<Int>

        init(failures: Int) {
            self.failures = Locked(failures)
        }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let fails = failures.withLock { failures in
                defer { failures -= 1 }
                return failures > 0
            }
            guard fails else { return TransportResponse(statusCode: 200, body: HTTPBody(Data("page".utf8))) }
            var error = TransportError(.connectionLost)
            error.delivery = .unanswered
            throw error
        }
    }

    /// A replay has no connections. So the call must find the response at once.
    @Test func recordingHasTheResponseOnly() async throws {
        let recorder = RecordingTransport(wrapping: Closing(failures: 2))
        _ = try await Provider<Page>(transport: recorder).request(Page())
        #expect(recorder.recording.entries.map(\.statusCode) == [200])
        let replay = ReplayTransport(recorder.recording)
        #expect(try await Provider<Page>(transport: replay).request(Page(), as: String.self) == "page")
    }

    @Test func recordingHasTheLastFailure() async throws {
        let recorder = RecordingTransport(wrapping: Closing(failures: 10))
        await #expect(throws: TalynError.self) { try await Provider<Page>(transport: recorder).request(Page()) }
        #expect(recorder.recording.entries.map(\.failure) == [.connectionLost])
    }

    @Test func logHasEachExchangeAndSaysWhy() async throws {
        let log = TrafficLog()
        _ = try await Provider<Page>(transport: Closing(failures: 1), plugins: [log]).request(Page())
        #expect(log.recording.entries.map(\.failure) == [.connectionLost, nil])
        let text = String(decoding: log.recording.data, as: UTF8.self)
        #expect(text.ranges(of: #""resend""#).count == 1 && text.contains("repetition"))
    }
}
