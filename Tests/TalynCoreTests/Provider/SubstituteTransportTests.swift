import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing
import _TalynSupport

/// A transport of an app's tests, which takes the place of servers.
struct SubstituteTransportTests {
    private final class Recorder: SubstituteTransport {
        private let paths = Locked<[String]>([])
        let isLive = false

        var requests: [String] { paths.withLock(\.self) }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let body = try await request.readBody(upTo: 3)
            paths.withLock { $0.append(request.url?.path ?? "") }
            return TransportResponse(statusCode: 200, body: HTTPBody(body ?? Data("substitute".utf8)))
        }
    }

    private struct Unreachable: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse { throw TransportError(.cannotConnect) }
    }

    private struct Counting: WrappingTransport {
        let base: any Transport
        let count: Locked<Int>

        func wrapping(_ base: any Transport) -> any Transport { Counting(base: base, count: count) }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            count.withLock { $0 += 1 }
            return try await base.send(request)
        }
    }

    @Test func answersTheCallsOfEachProviderInItsPartOfTheTest() async throws {
        let recorder = Recorder()
        let provider = Provider<Zen>(transport: Unreachable())
        let text = try await withSubstitute(recorder) {
            async let child = provider.request(.zen, as: String.self)
            let task = Task { try await provider.request(.zen, as: String.self) }
            return try await [child, task.value]
        }
        #expect(text == ["substitute", "substitute"])
        #expect(recorder.requests == ["/zen", "/zen"])
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
    }

    @Test func leavesAProviderItsOwnSubstituteAndTheTransportsAroundTheServer() async throws {
        let (recorder, own, count) = (Recorder(), Recorder(), Locked(0))
        try await withSubstitute(recorder) {
            _ = try await Provider<Zen>(transport: own).request(.zen)
            _ = try await Provider<Zen>(transport: Counting(base: Unreachable(), count: count)).request(.zen)
        }
        #expect(own.requests.count == 1 && recorder.requests.count == 1 && count.withLock(\.self) == 1)
    }

    @Test func theInnerOneAnswers() async throws {
        let (outer, inner) = (Recorder(), Recorder())
        let provider = Provider<Zen>(transport: Unreachable())
        try await withSubstitute(outer) {
            try await withSubstitute(inner) { _ = try await provider.request(.zen) }
            _ = try await provider.request(.user("ada"))
        }
        #expect(inner.requests == ["/zen"] && outer.requests == ["/users/ada"])
    }

    @Test func itsClockIsThatOfObjectsWithoutOne() async {
        let clock = ManualClock()
        let provider = Provider<Zen>(transport: Unreachable())
        await withSubstitute(Recorder(), clock: clock) {
            #expect(provider.clock is ManualClock)
            // Another substitute inside leaves the clock.
            await withSubstitute(Recorder()) { #expect(provider.clock is ManualClock) }
        }
        #expect(provider.clock is ContinuousClock)
    }

    @Test(arguments: [0, 3, 100])
    func takesTheFirstBytesOfABodyAndReportsAll(limit: Int) async throws {
        for body in [HTTPBody(Data("12345".utf8)), HTTPBody(Data("12345".utf8)).inPieces] {
            let sent = Locked<Int64>(0)
            var request = OutgoingRequest(url: try #require(URL(string: "https://example.com")))
            request.body = body
            request.onSend = { count in sent.withLock { $0 = count } }
            #expect(try await request.readBody(upTo: limit) == Data("12345".utf8.prefix(limit)))
            #expect(sent.withLock(\.self) == 5)
        }
    }
}
