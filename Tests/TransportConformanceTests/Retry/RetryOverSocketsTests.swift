import Foundation
import TalynURLSession
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

@Suite(.serialized, .sockets) struct RetryOverSocketsTests {
    // Each response ends its connection: what libcurl does with one that has been used before and is then reset, which is
    // to send the request once more, is below what the plugin decides.
    private static let ok = [FaultServer.Step.answer(200, ["Connection": "close"], "whole"), .close]
    private static let busy = [FaultServer.Step.answer(503, ["Connection": "close"]), .close]

    private func provider(_ transport: TransportUnderTest, _ plugin: RetryPlugin = .jumping()) -> Provider<Probe> {
        transport.provider(plugins: [plugin])
    }

    // MARK: Servers that ask for patience

    @Test(arguments: TransportUnderTest.all, [429, 503])
    func retryWaitsAsLongAsTheServerAsks(_ transport: TransportUnderTest, status: Int) async throws {
        let date = Date(timeIntervalSince1970: 784_111_777)
        for (value, dated, seconds) in [
            ("7", nil, 7), ("Sun, 06 Nov 1994 08:49:57 GMT", nil, 20), ("Sunday, 06-Nov-94 08:49:57 GMT", nil, 20),
            ("Sun, 06 Nov 1994 08:49:57 GMT", "Sun, 06 Nov 1994 08:49:54 GMT", 3),
        ] as [(String, String?, Int)] {
            let clock = JumpingClock()
            let plugin = RetryPlugin.jumping(on: clock, date: date)
            var fields = ["Retry-After": value]
            fields["Date"] = dated
            let steps = InTurn([[FaultServer.Step.answer(status, fields)], Self.ok])
            try await FaultServer.withServer(script: { _ in steps.next() }) { server in
                let response = try await provider(transport, plugin).request(Probe(server.baseURL))
                #expect(try response.decode(String.self) == "whole")
                #expect(server.requests.count == 2)
                #expect(clock.sleeps == [.seconds(seconds) + .milliseconds(200)])
                #expect(response.metrics?.attempts.last?.reason?.contains("\(status)") == true)
            }
        }
    }

    // MARK: Connections that end too early

    private static let earlyEnds: [String: [FaultServer.Step]] = [
        "before the head, reset": [.reset],
        "before the head": [.close],
        "in the head, reset": [.send("HTTP/1.1 200 OK\r\nContent-"), .reset],
        "in the status line": [.send("HTTP/1."), .close],
        "in the body, reset": [.head(length: 1_000), .send("some"), .reset],
        "in the body": [.head(length: 1_000), .send("some"), .close],
        "in a chunk": [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"), .close],
    ]

    @Test(arguments: TransportUnderTest.all, earlyEnds.keys.sorted())
    func callSurvivesConnectionsThatEnd(_ transport: TransportUnderTest, end: String) async throws {
        let fault = try #require(Self.earlyEnds[end])
        let steps = InTurn([fault, fault, Self.ok])
        try await FaultServer.withServer(script: { _ in steps.next() }) { server in
            let response = try await provider(transport).request(Probe(server.baseURL))
            #expect(try response.decode(String.self) == "whole")
            #expect(server.requests.count == 3)
            #expect(response.metrics?.attempts.map(\.reason).dropFirst().allSatisfy { $0 != nil } == true)
        }
    }

    @Test(arguments: TransportUnderTest.all, earlyEnds.keys.sorted())
    func nothingIsSentMoreOftenThanAllowed(_ transport: TransportUnderTest, end: String) async throws {
        let fault = try #require(Self.earlyEnds[end])
        try await FaultServer.withServer(script: { _ in fault }) { server in
            let error = await #expect(throws: TalynError.self) {
                try await provider(transport).request(Probe(server.baseURL))
            }
            #expect(error?.isConnectionFailure == true)
            #expect(error?.metrics?.attempts.count == 3)
            #expect(server.requests.count == 3)
        }
        try await FaultServer.withServer(script: { _ in fault }) { server in
            await #expect(throws: TalynError.self) {
                try await provider(transport).request(Probe(server.baseURL, "", .post, body: Data("a".utf8)))
            }
            #expect(server.requests.count == 1)
        }
    }

    /// Waits in real time.
    @Test(arguments: TransportUnderTest.all)
    func callSurvivesAServerThatTakesTooLong(_ transport: TransportUnderTest) async throws {
        let slow = [FaultServer.Step.head(length: 10), .send("x"), .hang]
        try await TransportUnderTest.withPatience { patience in
            let steps = InTurn([slow, [.hang], Self.ok])
            try await FaultServer.withServer(script: { _ in steps.next() }) { server in
                let options = RequestOptions { $0.timeout = .seconds(patience) }
                let response = try await provider(transport).request(Probe(server.baseURL), options: options)
                #expect(try response.decode(String.self) == "whole")
                #expect(server.requests.count == 3)
                let reasons = response.metrics?.attempts.dropFirst().compactMap(\.reason) ?? []
                #expect(reasons.map { $0.hasPrefix("timedOut") } == [true, true])
            }
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func refusedConnectionIsTriedAgain(_ transport: TransportUnderTest) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try closedPort())/"))
        let error = await #expect(throws: TalynError.self) { try await provider(transport).request(Probe(url)) }
        #expect(error?.transportError?.kind == .cannotConnect)
        #expect(error?.metrics?.attempts.count == 3)
    }

    // MARK: Requests that are sent again

    @Test(arguments: TransportUnderTest.all)
    func keyOfACallStaysTheSame(_ transport: TransportUnderTest) async throws {
        let steps = InTurn([Self.busy, [.reset], Self.ok])
        try await FaultServer.withServer(script: { _ in steps.next() }) { server in
            let probe = Probe(server.baseURL, "", .post, body: Data("order".utf8))
            let options = RequestOptions { $0.idempotency = .key }
            for _ in 1...2 {
                let response = try await provider(transport).request(probe, options: options)
                #expect(response.statusCode == 200)
            }
            let keys = server.requests.map { $0.header("Idempotency-Key") }
            #expect(keys.count == 4)
            #expect(keys.allSatisfy { $0.count == 1 && !$0[0].isEmpty })
            #expect(Set(keys.prefix(3)).count == 1)
            #expect(keys[3] != keys[0])
            #expect(server.requests.allSatisfy { $0.method == "POST" && $0.body == Array("order".utf8) })
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func multipartIsBuiltAgainFromItsFiles(_ transport: TransportUnderTest) async throws {
        let directory = try TemporaryDirectory()
        let contents = [Data("Ada".utf8), Data.pattern(60_000)]
        var probe = Probe(URL(fileURLWithPath: "/"), "/", .put)
        probe.body = .multipart([
            MultipartPart(content: .data(contents[0]), name: "author"),
            MultipartPart(content: .file(try directory.file("a.png", contents[1])), name: "photo"),
        ])
        let steps = InTurn([Self.busy, [.reset], Self.ok])
        try await FaultServer.withServer(script: { _ in steps.next() }) { [probe] server in
            var probe = probe
            probe.baseURL = server.baseURL
            let response = try await provider(transport).request(probe)
            #expect(response.statusCode == 200)
            let bodies = try server.requests.map { request in
                let contentType = try #require(request.header("Content-Type").first)
                let boundary = try #require(try MultipartBoundary(contentType: contentType)).text
                #expect(try ParsedPart.parse(Data(request.body), boundary: boundary).map(\.content) == contents)
                return String(decoding: request.body, as: UTF8.self).replacingOccurrences(of: boundary, with: "B")
            }
            #expect(bodies.count == 3)
            #expect(Set(bodies).count == 1)
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func streamIsSentOnce(_ transport: TransportUnderTest) async throws {
        try await FaultServer.withServer(script: { _ in [.answer(503)] }) { server in
            var probe = Probe(server.baseURL, "/", .put)
            let content = Data("once".utf8)
            probe.body = .multipart([
                MultipartPart(HTTPBody(InputStream(data: content), length: Int64(content.count)), name: "a")
            ])
            let response = try await provider(transport).request(probe)
            #expect(response.statusCode == 503)
            #expect(server.requests.count == 1)
            #expect(response.metrics?.notes.map(\.plugin) == ["RetryPlugin"])
        }
    }

    // MARK: All at once

    @Test(arguments: TransportUnderTest.all)
    func underRandomFaultsNothingIsSentMoreOftenThanAllowed(_ transport: TransportUnderTest) async throws {
        let faults = Self.earlyEnds.keys.sorted().compactMap { Self.earlyEnds[$0] }
        let random = Locked(SeededGenerator(seed: 42))
        let script: FaultServer.Script = { _ in
            let index = random.withLock { Int.random(in: 0..<(faults.count * 2), using: &$0) }
            return index < faults.count ? faults[index] : index % 2 == 0 ? Self.busy : Self.ok
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = provider(transport)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<6 {
                    group.addTask {
                        var random = SeededGenerator(seed: UInt64(worker))
                        for index in 0..<10 {
                            let method: HTTPRequest.Method = index % 2 == 0 ? .get : .post
                            let probe = Probe(server.baseURL, "/\(worker)/\(index)", method)
                            let call = StartedCall(probe, provider)
                            let isCancelled = Int.random(in: 0...3, using: &random) == 0
                            if isCancelled {
                                for _ in 0..<Int.random(in: 0...2_000, using: &random) { await Task.yield() }
                                call.cancel()
                            }
                            let text = try await call.result().text
                            #expect(isCancelled || text != "cancelled")
                            #expect(call.completions == [text])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let counts = Dictionary(grouping: server.requests) { "\($0.method) \($0.target)" }.mapValues(\.count)
            for (request, count) in counts { #expect(count <= (request.hasPrefix("GET") ? 3 : 1), "\(request)") }
            #expect(counts.values.contains(3))
        }
    }
}
