import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynRecordings

private typealias Support = RecordingSupport
private typealias Shop = RecordingSupport.Shop

struct RecordingTransportTests {
    /// A body of these chunks, which can fail after them.
    private static func chunks(_ chunks: [String], failing error: TransportError? = nil) -> HTTPBody {
        HTTPBody(isReplayable: false) {
            var rest = chunks[...]
            return {
                if let chunk = rest.popFirst() { return Data(chunk.utf8) }
                if let error { throw error }
                return nil
            }
        }
    }

    @Test func recordsACallOfATarget() async throws {
        let clock = ManualClock()
        let live = ClosureTransport { request in
            clock.advance(by: .milliseconds(20))
            return TransportResponse(
                statusCode: 201,
                headerFields: [.contentType: "application/json", .init("X-Twice")!: "1", .init("X-Twice")!: "2"],
                url: URL(string: "https://shop.example.com/v2/orders"),
                body: HTTPBody(Data(#"{"id": 7}"#.utf8))
            )
        }
        let recorder = RecordingTransport(wrapping: live, clock: clock)
        let body = Data(#"{"item":"tea"}"#.utf8)
        let response = try await Provider<Shop>(transport: recorder).request(.order(body))
        #expect(response.data == Data(#"{"id": 7}"#.utf8))
        let entry = try #require(recorder.recording.entries.first)
        #expect(entry.targetName == "RecordingSupport.Shop.order")
        #expect(entry.method == "POST" && entry.url == "https://shop.example.com/v1/orders")
        #expect(entry.requestBody == body && entry.requestHeaderFields[.contentType] == "application/json")
        #expect(entry.statusCode == 201 && entry.headerFields.count == 3)
        #expect(entry.duration == .milliseconds(20))
        #expect(entry.responseURL == "https://shop.example.com/v2/orders")
        #expect(!entry.isTruncated && entry.failure == nil)
        let saved = try Recording(recorder.recording.data)
        #expect(saved.entries.first?.body == response.data)
        #expect(saved.entries.first?.target == entry.target)
    }

    @Test func entryHasTheConnection() async throws {
        let live = ClosureTransport { _ in
            var response = TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            var metrics = TransportMetrics()
            metrics.networkProtocolName = "h2"
            metrics.isReusedConnection = true
            metrics.remoteAddress = "192.0.2.1"
            metrics.localPort = 50_000
            metrics.nameLookup = .milliseconds(1)
            metrics.connecting = .milliseconds(2)
            metrics.securing = .milliseconds(3)
            metrics.sending = .milliseconds(4)
            metrics.waiting = .milliseconds(5)
            response.metrics = metrics
            return response
        }
        let recorder = RecordingTransport(wrapping: live)
        _ = try await Provider<Shop>(transport: recorder).request(.item(id: "x"))
        let file = try JSONDecoder().decode(File.self, from: recorder.recording.data)
        let entry = try #require(file.log.entries.first)
        #expect(file.log.pages.map(\.id) == [entry.pageref])
        #expect(entry.serverIPAddress == "192.0.2.1" && entry.connection == "50000")
        #expect(entry.request.httpVersion == "HTTP/2" && entry.response.httpVersion == "HTTP/2")
        #expect(entry.timings == Timings(dns: 1, connect: 5, ssl: 3, send: 4, wait: 5))
        #expect(entry._talyn.reused == true)
    }

    private struct File: Decodable {
        struct Log: Decodable {
            let pages: [Page]
            let entries: [Entry]
        }

        struct Page: Decodable {
            let id: String
        }

        struct Message: Decodable {
            let httpVersion: String
        }

        struct Own: Decodable {
            let reused: Bool
        }

        struct Entry: Decodable {
            let pageref, serverIPAddress, connection: String
            let request, response: Message
            let timings: Timings
            let _talyn: Own
        }

        let log: Log
    }

    private struct Timings: Decodable, Equatable {
        let dns, connect, ssl, send, wait: Double
    }

    @Test func aStreamPassesUnhindered() async throws {
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { request in
                var sent = Data()
                for try await chunk in try #require(request.body) { sent.append(chunk) }
                #expect(sent == Data("onetwo".utf8))
                return TransportResponse(statusCode: 200, body: Self.chunks(["a", "b", "c"]))
            }
        )
        var request = try OutgoingRequest("PUT", "https://a.example")
        request.body = Self.chunks(["one", "two"])
        var chunks: [String] = []
        let response = try await recorder.send(request)
        #expect(recorder.recording.isEmpty)
        for try await chunk in response.body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        #expect(chunks == ["a", "b", "c"])
        let entry = try #require(recorder.recording.entries.first)
        #expect(entry.body == Data("abc".utf8) && entry.requestBody == Data("onetwo".utf8) && !entry.isTruncated)
    }

    @Test func bodyThatIsNotReadToItsEndIsMarked() async throws {
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in TransportResponse(statusCode: 200, body: Self.chunks(["a", "b", "c"])) }
        )
        do {
            let response = try await recorder.send(OutgoingRequest("GET", "https://a.example"))
            for try await _ in response.body { break }
        }
        let entry = try #require(recorder.recording.entries.first)
        #expect(entry.isTruncated && entry.body == Data("a".utf8))
        let replayed = try await ReplayTransport(recorder.recording).send(OutgoingRequest("GET", "https://a.example"))
        var chunks: [Data] = []
        let error = await #expect(throws: RecordingError.self) {
            for try await chunk in replayed.body { chunks.append(chunk) }
        }
        #expect(chunks == [Data("a".utf8)])
        guard case .incomplete(_, entry: 0, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func bodyOverTheLimitIsTruncatedAndMarked() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("123456789"), maximumBodySize: 4)
        let response = try await recorder.send(OutgoingRequest("POST", "https://a.example", body: "abcdef"))
        #expect(try await response.read().body.count == 9)
        let entry = try #require(recorder.recording.entries.first)
        #expect(entry.isTruncated && entry.body == Data("1234".utf8) && entry.requestBody == nil)
    }

    @Test(arguments: [TransportError.Kind.timedOut, .cannotConnect, .connectionLost, .secureConnectionFailed])
    func aFailureIsReplayed(kind: TransportError.Kind) async throws {
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in throw TransportError(kind, origin: Origin("https://shop.example.com:443"))
            }
        )
        for transport in [recorder as any Transport, ReplayTransport(try Recording(recorder.recording.data))] {
            let transport = transport is ReplayTransport ? ReplayTransport(recorder.recording) : transport
            let error = await #expect(throws: TalynError.self) {
                try await Provider<Shop>(transport: transport).request(.item(id: "1"))
            }
            #expect(error?.transportError?.kind == kind)
        }
    }

    @Test func aFailureInTheBodyIsReplayed() async throws {
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in
                TransportResponse(statusCode: 200, body: Self.chunks(["ab"], failing: TransportError(.connectionLost)))
            }
        )
        for transport in [recorder as any Transport, nil] {
            let transport = transport ?? ReplayTransport(recorder.recording)
            let response = try await transport.send(OutgoingRequest("GET", "https://a.example"))
            var data = Data()
            let error = await #expect(throws: TransportError.self) {
                for try await chunk in response.body { data.append(chunk) }
            }
            #expect(error?.kind == .connectionLost && data == Data("ab".utf8))
        }
    }

    @Test func aCancelledCallIsNotRecorded() async throws {
        let recorder = RecordingTransport(wrapping: ClosureTransport { _ in throw TransportError(.cancelled) })
        await #expect(throws: TransportError.self) {
            try await recorder.send(OutgoingRequest("GET", "https://a.example"))
        }
        #expect(recorder.recording.isEmpty)
    }

    @Test func entriesAreInTheOrderOfTheirRequests() async throws {
        let (arrived, gate) = (Watched(false), Watched(false))
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { request in
                if request.url?.path == "/slow" {
                    arrived.update { $0 = true }
                    await gate.wait { $0 }
                }
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        )
        let slow = Task { try await recorder.send(OutgoingRequest("GET", "https://a.example/slow")) }
        await arrived.wait { $0 }
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example/fast"))
        #expect(recorder.recording.entries.map(\.url) == ["https://a.example/fast"])
        gate.update { $0 = true }
        _ = try await slow.value
        #expect(recorder.recording.entries.map(\.url) == ["https://a.example/slow", "https://a.example/fast"])
    }

    @Test func manyCallsAtOnceAreAllRecorded() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    _ = try await recorder.send(OutgoingRequest("GET", "https://a.example/\(number)")).read()
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(recorder.recording.entries.map(\.url)).count == 200)
    }
}
