#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import Talyn

extension ConformanceTests {
    /// How long the phases of an exchange take. URLSession can't tell in time.
    @Suite(.serialized) struct Timings {
        private let transport = TransportUnderTest.asyncHTTPClient

        @Test(arguments: [nil, Data("some".utf8), Data(count: 1_000_000)])
        func phasesAreMeasured(body: Data?) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let start = ContinuousClock.now
                let response = try await transport.call(Probe(server.baseURL, "/", .put, body: body))
                let timings = try #require(response.metrics?.attempts.first?.timings)
                let phases = try [timings.connecting, timings.sending, timings.waiting].map { try #require($0) }
                #expect(phases[0] > .zero)
                #expect(phases[1] >= .zero)
                #expect(phases[2] > .zero)
                #expect(phases.reduce(.zero, +) <= .now - start)
                #expect(timings.nameLookup == nil)
                #expect(timings.securing == nil)
            }
        }

        @Test func responseBeforeTheEndOfTheRequestWasNotWaitedFor() async throws {
            try await FaultServer.withServer(readsBody: false, script: { _ in [.answer()] }) { server in
                var request = URLRequest(url: server.baseURL)
                request.httpMethod = "PUT"
                let (never, continuation) = AsyncStream.makeStream(of: Never.self)
                let body = HTTPBody(length: 2, isReplayable: false) {
                    var chunk: Data? = Data("a".utf8)
                    return {
                        if let first = chunk.take() { return first }
                        for await _ in never {}
                        throw CancellationError()
                    }
                }
                let timings = try await transport.head(of: TransportRequest(request, body: body)).timings
                #expect(timings?.waiting == .zero)
                #expect(timings?.sending ?? .zero > .zero)
                continuation.finish()
            }
        }

        @Test func phasesFollowOneAnother() {
            func deadline(_ milliseconds: UInt64) -> NIODeadline { .uptimeNanoseconds(milliseconds * 1_000_000) }
            let whole = TransportTimings(
                start: deadline(5),
                headSent: deadline(6),
                requestSent: deadline(8),
                head: deadline(12)
            )
            #expect(whole.connecting == .milliseconds(1))
            #expect(whole.sending == .milliseconds(2))
            #expect(whole.waiting == .milliseconds(4))
            let early = TransportTimings(
                start: deadline(5),
                headSent: deadline(6),
                requestSent: deadline(12),
                head: deadline(12)
            )
            #expect(early.connecting == .milliseconds(1))
            #expect(early.sending == .milliseconds(6))
            #expect(early.waiting == .zero)
        }
    }
}
#endif
