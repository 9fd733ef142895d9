import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// The error of a deadline names the target, the method and the URL, whichever function makes the call.
struct DeadlineTextTests {
    private let provider = Provider<Zen>(transport: SampleTransport())
    private let options = RequestOptions { $0.deadline = .zero }
    private let start = "Zen.zen GET https://"

    private func text(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test func responsesAndValues() async {
        #expect(await text { _ = try await provider.request(.zen, options: options) }.hasPrefix(start))
        #expect(await text { _ = try await provider.request(.zen, as: String.self, options: options) }.hasPrefix(start))
    }

    @Test func streamsAndEvents() async {
        let stream = await text {
            for try await _ in provider.stream(.zen, options: options) {}
        }
        #expect(stream.hasPrefix(start), "\(stream)")
        let events = await text {
            for try await _ in provider.events(.zen, options: options) {}
        }
        #expect(events.hasPrefix(start), "\(events)")
    }

    @Test func pages() async {
        let pages = await text {
            for try await _ in provider.pages(of: .zen, options: options) {}
        }
        #expect(pages.hasPrefix(start), "\(pages)")
    }

    @Test func bodyThatIsReadTooLong() async throws {
        let clock = ManualClock()
        let body = HTTPBody(isReplayable: false) {
            {
                try await clock.sleep(for: .seconds(60))
                return Data()
            }
        }
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 200, body: body) }
        let provider = Provider<Zen>(transport: transport, clock: clock)
        let stream = provider.stream(.zen, options: RequestOptions { $0.deadline = .seconds(1) })
        async let reading = text { for try await _ in stream {} }
        // The body and the deadline.
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(2))
        let late = await reading
        #expect(late.hasPrefix(start) && late.contains("deadline"), "\(late)")
    }
}
