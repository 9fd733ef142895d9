import Foundation
import TalynStreams
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

extension ConformanceTests {
    /// Responses that are read as they arrive.
    @Suite(.serialized) struct Streams {
        @Test(arguments: TransportUnderTest.all)
        func headIsThereBeforeTheBody(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in
                [.head(length: 9), .waitForRelease, .send("one"), .waitForRelease, .send("two"), .send("end")]
            }
            try await FaultServer.withServer(script: script) { server in
                let opened = try await transport.provider().stream(Probe(server.baseURL)).open()
                #expect(opened.response.statusCode == 200)
                #expect(opened.response.headerFields[.contentLength] == "9")
                #expect(opened.response.data.isEmpty)
                server.release()
                var chunks = opened.body.makeAsyncIterator()
                #expect(try await chunks.next() == Data("one".utf8))
                server.release()
                var rest = Data()
                while let chunk = try await chunks.next() { rest += chunk }
                #expect(rest == Data("twoend".utf8))
                #expect(try await chunks.next() == nil)
            }
        }

        @Test(arguments: TransportUnderTest.allAndStub, [0, 1, 100_000, 3_000_000])
        func bodyArrivesWholeAndInOrder(_ transport: TransportUnderTest, count: Int) async throws {
            let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
            let response = try await transport.streamed(answering: Answer(body: body))
            #expect(response.data == body)
            #expect(response.response.metrics?.attempts.last?.receivedBytes == Int64(count))
        }

        @Test(arguments: TransportUnderTest.all)
        func leavingTheLoopEndsTheRequest(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.head(length: 1_000), .send("first"), .hang] }
            try await FaultServer.withServer(script: script) { server in
                let provider = transport.provider()
                for try await chunk in provider.stream(Probe(server.baseURL)) {
                    #expect(!chunk.isEmpty)
                    break
                }
                await server.connectionsClosed(atLeast: 1)
                // Also while the opened response is still held.
                let opened = try await provider.stream(Probe(server.baseURL)).open()
                for try await _ in opened.body { break }
                await server.connectionsClosed(atLeast: 2)
                withExtendedLifetime(opened) {}
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func responseThatIsLetGoUnreadEndsTheRequest(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.head(length: 1_000), .send("first"), .hang] }
            try await FaultServer.withServer(script: script) { server in
                _ = try await transport.provider().stream(Probe(server.baseURL)).open()
                await server.connectionsClosed(atLeast: 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func cancellingTheTaskEndsTheRequest(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.head(length: 1_000), .send("first"), .hang] }
            try await FaultServer.withServer(script: script) { server in
                let first = Promise<Data>()
                let task = Task {
                    await Result { () async throws(TalynError) in
                        for try await chunk in transport.provider().stream(Probe(server.baseURL)) {
                            first.resolve(chunk)
                        }
                    }
                }
                #expect(await first.value() == Data("first".utf8))
                task.cancel()
                let result = await task.value
                #expect(throws: TalynError.self) { try result.get() }
                #expect(result.isCancelled)
                await server.connectionsClosed(atLeast: 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func connectionThatEndsTooEarlyFailsAfterTheArrivedBytes(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.head(length: 1_000), .send("first"), .close] }
            try await FaultServer.withServer(script: script) { server in
                var chunks = transport.provider().stream(Probe(server.baseURL)).makeAsyncIterator()
                let first = try await chunks.next()
                #expect(first == Data("first".utf8))
                let error = await #expect(throws: TalynError.self) { try await chunks.next() }
                #expect(error?.transportError?.kind == .connectionLost)
                let attempt = error?.metrics?.attempts.last
                #expect(attempt?.statusCode == 200)
                #expect(attempt?.receivedBytes == 5)
                #expect(attempt?.failure?.contains("ended before the response was complete") == true)
                let next = try await chunks.next()
                #expect(next == nil)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func silenceInTheBodyIsTimedOut(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.head(length: 1_000), .send("first"), .hang] }
            try await FaultServer.withServer(script: script) { server in
                try await TransportUnderTest.withPatience { patience in
                    let probe = Probe(server.baseURL, timeout: patience)
                    var chunks = transport.provider().stream(probe).makeAsyncIterator()
                    let first = try await chunks.next()
                    #expect(first == Data("first".utf8))
                    // An early timeout alone leaves this scope.
                    let error = await #expect(throws: TalynError.self) { try await chunks.next() }
                    #expect(error?.isTimedOut == true)
                }
            }
        }

        @Test(arguments: TransportUnderTest.allAndStub)
        func limitOfTheResponseHoldsForStreams(_ transport: TransportUnderTest) async throws {
            let options = RequestOptions { $0.maximumResponseSize = 10 }
            let enough = try await transport.streamed(answering: Answer(body: Data(count: 10)), options)
            #expect(enough.data.count == 10)
            let error = await #expect(throws: TalynError.self) {
                try await transport.streamed(answering: Answer(body: Data(count: 11)), options)
            }
            #expect(error?.transportError?.kind == .responseTooLarge)
        }

        #if AsyncHTTPClient && os(Linux)
        @Test func serverIsHeldUpByAReaderThatWaits() async throws {
            // More than the sockets and the exchange hold together.
            let piece = [UInt8](repeating: 7, count: 1 << 20)
            let pieces = 64
            let script: FaultServer.Script = { _ in
                [.head(length: pieces << 20)] + (0..<pieces).map { _ in .sendBytes(piece) }
            }
            try await FaultServer.withServer(script: script) { server in
                let provider = TransportUnderTest.asyncHTTPClient.provider()
                var taken = 0
                var ahead = 0
                for try await chunk in provider.stream(Probe(server.baseURL)) {
                    taken += chunk.count
                    for _ in 0..<100 { await Task.yield() }
                    ahead = max(ahead, server.sentBytes - taken)
                }
                #expect(taken == pieces << 20)
                #expect(ahead < 16 << 20)
            }
        }
        #endif
    }
}

extension TransportUnderTest {
    /// What a server, or a stub, answers, read as a stream.
    fileprivate func streamed(
        answering answer: Answer,
        _ options: RequestOptions = RequestOptions()
    ) async throws -> (response: Response, data: Data) {
        guard self.testDescription != "stub" else {
            let stub = Provider<Probe>(answering: { try answer.sample })
            return try await stub.stream(Probe(URL(string: "http://127.0.0.1")!, "/answer"), options: options).whole()
        }
        return try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
            try await provider().stream(Probe(server.baseURL, "/answer"), options: options).whole()
        }
    }
}

extension ResponseStream {
    /// The response and its whole body.
    func whole() async throws -> (response: Response, data: Data) {
        let opened = try await open()
        var data = Data()
        for try await chunk in opened.body { data += chunk }
        return (opened.response, data)
    }
}
