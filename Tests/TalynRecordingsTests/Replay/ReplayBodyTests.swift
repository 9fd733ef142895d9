import Foundation
import TalynCore
import TestSupport
import Testing
import _TalynSupport

@testable import TalynRecordings

private typealias Support = RecordingSupport

/// The bodies of requests that a replay compares with its entries.
struct ReplayBodyTests {
    /// The body is longer than the part of it that is compared with entries. A compressed one isn't compared.
    @Test(arguments: [true, false]) func longBodyGoesToTheNextTransportAsAWhole(isReplayable: Bool) async throws {
        let received = Locked<[Int]>([])
        let sent = Locked<[Int64]>([])
        let next = ClosureTransport { request in
            var count = 0
            for try await chunk in try #require(request.body) {
                count += chunk.count
                request.onSend?(Int64(count))
            }
            received.withLock { $0.append(count) }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let transport = ReplayTransport(Recording(), otherwise: next)
        var request = try OutgoingRequest("PUT", "https://a.example", fields: ["Content-Encoding": "gzip"])
        request.onSend = { count in sent.withLock { $0.append(count) } }
        request.body = HTTPBody(length: 65 << 20, isReplayable: isReplayable) {
            var left = 65
            return {
                left -= 1
                return left < 0 ? nil : Data(count: 1 << 20)
            }
        }
        _ = try await transport.send(request)
        #expect(received.withLock { $0 } == [65 << 20])
        let counts = sent.withLock { $0 }
        #expect(counts.last == 65 << 20)
        #expect(counts == Set(counts).sorted())
    }

    @Test func aBodyIsReportedOnceIfAnEntryAnswers() async throws {
        let entry = Support.entry("POST", "https://a.example/x")
        let transport = ReplayTransport(try Recording(Support.har(entry)), otherwise: Support.answer("[2]"))
        let sent = Locked<[Int64]>([])
        var request = try OutgoingRequest("POST", "https://a.example/x")
        request.onSend = { count in sent.withLock { $0.append(count) } }
        request.body = HTTPBody(isReplayable: false) {
            var chunks = ["ab", "c"][...]
            return { chunks.popFirst().map { Data($0.utf8) } }
        }
        #expect(try await transport.send(request).read().body == Data("[]".utf8))
        #expect(sent.withLock { $0 } == [2, 3])
    }
}
