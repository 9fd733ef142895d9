#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
import TalynStreams
@testable import TalynCore

/// Reports about other clients whose HTTP/2 server says goodbye, or refuses a stream (RFC 9113, sections 6.8 and 8.7).
@Suite(.serialized, .sockets) struct ReportedGoAwayTests {
    /// Sends calls with several in flight, and returns the failures.
    private func failures(
        of count: Int,
        inFlight: Int,
        _ provider: Provider<Probe>,
        _ probe: @escaping @Sendable () -> Probe
    ) async -> [TalynError] {
        await withTaskGroup(of: TalynError?.self) { group in
            var failures: [TalynError] = []
            for index in 0..<count {
                if index >= inFlight, let failure = await group.next() ?? nil { failures.append(failure) }
                group.addTask {
                    if case .failure(let error) = await provider.result(probe()) { error } else { nil }
                }
            }
            for await failure in group { if let failure { failures.append(failure) } }
            return failures
        }
    }

    /// The server answers ten requests on a connection and excludes all others, as nginx does after a thousand.
    @Test(
        .bug("https://github.com/golang/go/issues/18112", "Concurrent requests to nginx return GOAWAY NO_ERROR"),
        .bug("https://github.com/swift-server/async-http-client/issues/505", "Retry streams above lastStreamID"),
        arguments: [HTTPRequest.Method.get, .post]
    )
    func requestsAboveTheLastStreamAreAnsweredOnceElsewhere(_ method: HTTPRequest.Method) async throws {
        let answered = Locked(0)
        let script: FrameServer.Script = { frame, connection in
            let index = (frame.stream + 1) / 2
            if frame.kind == .headers, index == 10 { connection.sendGoAway(last: frame.stream) }
            guard frame.endsRequest, index <= 10 else { return }
            answered.withLock { $0 += 1 }
            connection.sendResponse(on: frame.stream)
            connection.notes["answered", default: 0] += 1
            if connection.notes["answered"] == 10 { connection.close() }
        }
        try await FrameServer.withServer(script: script) { server in
            let body = method == .post ? Data("a".utf8) : nil
            let provider = try server.provider()
            let failures = await failures(of: 200, inFlight: 16, provider) {
                Probe(server.baseURL, "/", method, body: body)
            }
            #expect(failures.isEmpty, "\(failures.count): \(failures.first.map { String(reflecting: $0) } ?? "")")
            #expect(answered.withLock { $0 } == 200)
        }
    }

    /// The server says goodbye and leaves the connection open. Its client closes it, and so a shutdown doesn't wait for the server.
    @Test(arguments: [1, 2_147_483_647] as [UInt32])
    func idleConnectionIsClosedAfterAGoodbye(last: UInt32) async throws {
        let script: FrameServer.Script = { frame, connection in
            if frame.endsRequest { connection.sendResponse(on: frame.stream) }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            _ = try await provider.request(Probe(server.baseURL))
            try await server.perform { $0.sendGoAway(last: last) }
            await server.connectionsClosed(atLeast: 1)
            try await (provider.transport as? AsyncHTTPClientTransport)?.shutdown()
        }
    }

    @Test(.bug("https://github.com/golang/go/issues/39086", "Client loses the request body when retrying after GOAWAY"))
    func bodyIsSentAgainAfterAGoodbye() async throws {
        let content = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let script: FrameServer.Script = { frame, connection in
            if frame.connection == 1, frame.kind == .data {
                connection.sendGoAway(last: 0)
                connection.close()
            } else if frame.endsRequest {
                connection.sendResponse(on: frame.stream)
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let body = RequestBody.multipart([MultipartPart(content: .data(content), name: "a")])
            let response = try await server.provider().request(Probe(server.baseURL, "/", .post, body: body))
            #expect(response.statusCode == 200)
            #expect(server.requestCount == 2)
            let received = server.frames.filter { $0.kind == .data && $0.connection == 2 }.flatMap(\.payload)
            #expect(Data(received).range(of: content) != nil, "\(received.count) bytes")
        }
    }

    /// The first stream was processed, and the second one wasn't. The error code doesn't change that.
    @Test(
        .bug("https://github.com/dotnet/corefx/issues/39013", "HTTP2: Retry on GOAWAY"),
        arguments: [0, 2, 11] as [UInt32]
    )
    func errorCodeOfAGoodbyeDoesNotChangeItsProof(_ code: UInt32) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            if frame.connection == 2 {
                connection.sendResponse("200", "second", on: frame.stream)
            } else if frame.stream == 3 {
                connection.sendResponse("200", "first", on: 1)
                connection.sendGoAway(last: 1, code: code)
                connection.close()
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let first = StartedCall(Probe(server.baseURL), provider)
            await server.requests(atLeast: 1)
            let second = StartedCall(Probe(server.baseURL, "/", .post), provider)
            #expect(try await first.data() == Data("first".utf8))
            #expect(try await second.data() == Data("second".utf8))
            #expect(server.requestCount == 3)
        }
    }

    /// The graceful way: a first goodbye excludes nothing, so that calls on the way are answered.
    @Test(.bug("https://github.com/netty/netty/issues/15836", "Race condition handling GOAWAY frame"))
    func callsInFlightFinishAfterAGoodbyeAndNewOnesGoElsewhere() async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            if frame.connection == 2 { return connection.sendResponse("200", "new", on: frame.stream) }
            connection.sendHead(on: frame.stream)
            connection.sendData("one".utf8, on: frame.stream)
            connection.sendGoAway(last: 1 << 31 - 1)
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let opened = try await provider.stream(Probe(server.baseURL)).open()
            let next = try await provider.request(Probe(server.baseURL))
            #expect(try next.decode(String.self) == "new")
            #expect(server.connectionCount == 2)
            try await server.perform { connection in
                connection.sendData("two".utf8, on: 1, isEnd: true)
                connection.sendGoAway(last: 1)
                connection.close()
            }
            var data = Data()
            for try await chunk in opened.body { data += chunk }
            #expect(data == Data("onetwo".utf8))
        }
    }

    @Test(.bug("https://github.com/jetty/jetty.project/issues/5310", "GOAWAY discards the response"))
    func responseThatComesWithAGoodbyeIsKept() async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            connection.sendGoAway(last: frame.stream)
            connection.sendResponse("200", "last", on: frame.stream)
            connection.close()
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            for count in 1...20 {
                let response = try await provider.request(Probe(server.baseURL, "/", .post))
                #expect(try response.decode(String.self) == "last")
                #expect(server.requestCount == count)
            }
        }
    }

    /// The server may have processed a stream up to the last one, so a POST isn't sent again.
    @Test(.bug("https://github.com/HoneyryderChuck/httpx/pull/149", "Retry requests the peer never processed"))
    func postBelowTheLastStreamIsNotSentAgain() async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            connection.sendGoAway(last: frame.stream)
            connection.close()
        }
        try await FrameServer.withServer(script: script) { server in
            let error = await #expect(throws: TalynError.self) {
                try await server.provider().request(Probe(server.baseURL, "/", .post))
            }
            #expect(error?.transportError?.kind == .connectionLost, "\(String(reflecting: error))")
            #expect(error?.transportError?.mayHaveBeenSent == true)
            #expect(server.requestCount == 1)
        }
    }

    /// No stream of the connection gets an answer any more, although the server leaves it open.
    @Test(
        .bug("https://github.com/swift-server/async-http-client/issues/660", "HTTP2 go away lets the request hang"),
        arguments: [0, 1] as [UInt32]
    )
    func excludedRequestDoesNotWaitForTheServerToClose(_ code: UInt32) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            if frame.connection > 1 {
                connection.sendResponse(on: frame.stream)
            } else {
                connection.sendGoAway(last: 0, code: code)
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let response = try await server.provider().request(Probe(server.baseURL, "/", .post))
            #expect(response.statusCode == 200)
            #expect(server.requestCount == 2)
        }
    }

    // MARK: Refused streams

    @Test(
        .bug("https://github.com/square/okhttp/issues/2543", "Recover from REFUSED_STREAM in HTTP/2"),
        .bug("https://github.com/golang/go/issues/20985", "Retry requests rejected with REFUSED_STREAM"),
        arguments: [HTTPRequest.Method.get, .post]
    )
    func refusedStreamIsSentAgainWhateverItsMethod(_ method: HTTPRequest.Method) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.endsRequest else { return }
            if frame.connection == 1, frame.stream == 1 {
                connection.sendReset(frame.stream, code: 7)
            } else {
                connection.sendResponse(on: frame.stream)
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let body = method == .post ? Data("a".utf8) : nil
            let response = try await server.provider().request(Probe(server.baseURL, "/", method, body: body))
            #expect(response.statusCode == 200)
            #expect(response.metrics?.attempts.last?.transport.repetitions == 1)
            #expect(server.requestCount == 2)
        }
    }

    /// A server that refuses every stream must not be asked without end.
    @Test(.bug("https://github.com/nodejs/undici/pull/5598", "Retry refused HTTP/2 streams"))
    func serverThatRefusesEveryStreamIsAskedAFewTimesOnly() async throws {
        let script: FrameServer.Script = { frame, connection in
            if frame.kind == .headers { connection.sendReset(frame.stream, code: 7) }
        }
        try await FrameServer.withServer(script: script) { server in
            let error = await #expect(throws: TalynError.self) {
                try await server.provider().request(Probe(server.baseURL, "/", .post))
            }
            #expect(error?.transportError?.kind == .connectionLost, "\(String(reflecting: error))")
            #expect(2...8 ~= server.requestCount)
        }
    }
}
#endif
