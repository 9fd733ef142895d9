import Foundation
import TalynTransfers
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

extension ConformanceTests {
    @Suite(.serialized) struct StreamedUploads {
        private func probe(_ server: FaultServer, _ body: HTTPBody, timeout: TimeInterval? = 3_600) -> Probe {
            Probe(server.baseURL, "/", .put, body: .stream(body), timeout: timeout)
        }

        /// The content of a body as it came in, in chunks or not.
        private func content(_ request: ReceivedRequest) throws -> Data {
            guard request.header("Transfer-Encoding") == ["chunked"] else {
                #expect(request.header("Content-Length") == ["\(request.body.count)"])
                return Data(request.body)
            }
            var rest = request.body[...]
            var content = Data()
            while let end = rest.firstIndex(of: UInt8(ascii: "\r")) {
                let size = try #require(Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16))
                if size == 0 { break }
                content.append(contentsOf: rest[(end + 2)..<(end + 2 + size)])
                rest = rest[(end + 4 + size)...]
            }
            return content
        }

        private static let pieces = (0..<12).map { Data.pattern(65_000 + $0) }

        @Test(arguments: TransportUnderTest.all, [true, false])
        func sequenceArrivesWhole(_ transport: TransportUnderTest, hasLength: Bool) async throws {
            let whole = Data(Self.pieces.joined())
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let body = HTTPBody(Chunks(Self.pieces), length: hasLength ? Int64(whole.count) : nil)
                let response = try await transport.call(probe(server, body))
                #expect(response.statusCode == 200)
                let request = try #require(server.requests.first)
                #expect(try content(request) == whole)
                #expect(request.header("Content-Type") == [])
                #expect(!hasLength || request.header("Content-Length") == ["\(whole.count)"])
            }
        }

        @Test(arguments: TransportUnderTest.allAndStub, [0, 100, 300_000, 3_000_000])
        func sequenceOfAnotherLengthIsNeverWhole(_ transport: TransportUnderTest, count: Int) async throws {
            let chunks = Chunks(count == 0 ? [] : [.pattern(count / 2), .pattern(count - count / 2)])
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                for (declared, expected) in [
                    (count + 1, BodyError.shorterThanDeclared(expected: Int64(count + 1), actual: Int64(count))),
                    (count - 1, .longerThanDeclared(expected: Int64(count - 1))),
                ] where declared >= 0 {
                    let body = HTTPBody(chunks, length: Int64(declared), isReplayable: true)
                    let error = await #expect(throws: TalynError.self) { try await transport.call(probe(server, body)) }
                    #expect(error?.underlyingError as? BodyError == expected, "\(String(describing: error))")
                }
                #expect(server.requests.isEmpty)
            }
        }

        @Test(arguments: TransportUnderTest.allAndStub)
        func errorOfABodySequenceFailsTheCall(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                for length in [nil, 100] as [Int64?] {
                    let body = HTTPBody(Chunks("a", fails: true), length: length)
                    let error = await #expect(throws: TalynError.self) { try await transport.call(probe(server, body)) }
                    let cause = error?.transportError?.underlyingError ?? error?.underlyingError
                    #expect(cause is Chunks.Broken, "\(String(describing: error))")
                }
                #expect(server.requests.isEmpty)
            }
        }

        @Test(arguments: TransportUnderTest.allAndStub)
        func bodyIsSentOnceUnlessItCanBeReadAgain(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let once = probe(server, HTTPBody(Chunks("once"), length: 4))
                _ = try await transport.call(once)
                let error = await #expect(throws: TalynError.self) { try await transport.call(once) }
                #expect(error?.underlyingError as? BodyError == .streamAlreadyUsed)
                let often = probe(server, HTTPBody(Chunks("often"), length: 5, isReplayable: true))
                for _ in 1...2 { _ = try await transport.call(often) }
            }
        }

        // MARK: Progress

        @Test(arguments: TransportUnderTest.allAndStub, [true, false])
        func progressCountsSentBytes(_ transport: TransportUnderTest, hasLength: Bool) async throws {
            let length = Int64(Self.pieces.joined().count)
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let events = Recorder<TransferCount>()
                let body = HTTPBody(Chunks(Self.pieces), length: hasLength ? length : nil)
                _ = try await transport.provider().transfer(probe(server, body)).response(counting: events)
                let sending = events.events.filter { $0.direction == .sent }
                #expect(sending.allSatisfy { $0.total == (hasLength ? length : nil) })
                let counts = sending.map(\.completed)
                #expect(counts.count >= 2)
                #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
                #expect(counts.last == length)
            }
        }

        // MARK: Again

        private func provider(_ transport: TransportUnderTest) -> Provider<Probe> {
            transport.provider(plugins: [RetryPlugin.jumping()])
        }

        @Test(arguments: TransportUnderTest.all, [true, false])
        func onlyAReplayableBodyIsRetried(_ transport: TransportUnderTest, isReplayable: Bool) async throws {
            let statuses = InTurn([503, 503, 200])
            try await FaultServer.withServer(script: { _ in [.answer(statuses.next())] }) { server in
                let body = HTTPBody(Chunks("some", "thing"), length: 9, isReplayable: isReplayable)
                let response = try await provider(transport).request(probe(server, body))
                let sent = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
                if isReplayable {
                    #expect(response.statusCode == 200)
                    #expect(sent == ["something", "something", "something"])
                } else {
                    #expect(response.statusCode == 503)
                    #expect(sent == ["something"])
                    #expect(response.metrics?.notes.map(\.plugin) == ["RetryPlugin"])
                }
            }
        }

        @Test(arguments: [true, false])
        func onlyAReplayableBodyIsRetriedByAStub(isReplayable: Bool) async throws {
            let samples = InTurn<Sample>.statuses(503, 200)
            let provider = Provider<Probe>(answering: { samples.next() }, plugins: [RetryPlugin.jumping()])
            let chunks = Chunks("a")
            let body = RequestBody.stream(HTTPBody(chunks, isReplayable: isReplayable))
            let probe = Probe(URL(string: "http://127.0.0.1")!, "/", .put, body: body)
            #expect(try await provider.request(probe).statusCode == (isReplayable ? 200 : 503))
            #expect(chunks.pulled.events.count == (isReplayable ? 2 : 1))
        }

        @Test(arguments: TransportUnderTest.all, [307, 308])
        func onlyAReplayableBodyFollowsARedirect(_ transport: TransportUnderTest, status: Int) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/" ? [.answer(status, ["Location": "/new"])] : [.answer()]
            }
            for isReplayable in [true, false] {
                try await FaultServer.withServer(script: script) { server in
                    let body = HTTPBody(Chunks("some", "thing"), length: 9, isReplayable: isReplayable)
                    let response = try await transport.call(probe(server, body))
                    #expect(response.statusCode == (isReplayable ? 200 : status))
                    let sent = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
                    #expect(sent == (isReplayable ? ["something", "something"] : ["something"]))
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func onlyAReplayableBodyAnswersAChallenge(_ transport: TransportUnderTest) async throws {
            struct SigningIn: RequestAdapter {
                func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                    request.credential = PasswordCredential(user: "Mufasa", password: "Circle of Life")
                }
            }
            let script: FaultServer.Script = { request in
                request.header("Authorization").isEmpty
                    ? [.answer(401, ["WWW-Authenticate": #"Basic realm="a""#])] : [.answer()]
            }
            for isReplayable in [true, false] {
                try await FaultServer.withServer(script: script) { server in
                    let body = HTTPBody(Chunks("some", "thing"), length: 9, isReplayable: isReplayable)
                    let provider = transport.provider(plugins: [SigningIn()])
                    let response = try await provider.request(probe(server, body))
                    #expect(response.statusCode == (isReplayable ? 200 : 401))
                    let sent = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
                    #expect(sent == (isReplayable ? ["something", "something"] : ["something"]))
                }
            }
        }

        // MARK: Back-pressure

        /// Not with URLSession, which takes bytes and files only: there the sequence is written to a file before.
        @Test(arguments: TransportUnderTest.all.filter { !$0.isURLSession })
        func sequenceIsNotReadFarAheadOfTheServer(_ transport: TransportUnderTest) async throws {
            let piece = Data(count: 65_536)
            let pulled = Watched(0)
            let body = HTTPBody(length: nil, isReplayable: false) {
                {
                    pulled.update { $0 += 1 }
                    return piece
                }
            }
            try await FaultServer.withServer(readsBody: false, script: { _ in [.hang] }) { server in
                let call = StartedCall(probe(server, body), transport.provider())
                await server.headsArrived(atLeast: 1)
                // It gets stuck: what the sockets hold is some megabytes.
                await pulled.wait { $0 > 0 }
                var count = 0
                while count != pulled.value {
                    count = pulled.value
                    for _ in 0..<2_000 { await Task.yield() }
                }
                #expect(count * piece.count < 64_000_000)
                try await call.cancelAndExpectCompletion()
            }
        }
    }
}
