#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
import TalynStreams
@testable import TalynCore

/// Reports about other clients and the streams of an HTTP/2 connection: early responses, limits, flow control, frames.
@Suite(.serialized, .sockets) struct ReportedStreamTests {
    /// An upload whose end the server never lets through.
    private static let upload = RequestBody.multipart([MultipartPart(content: .data(Data(count: 400_000)), name: "a")])

    // MARK: Responses before the end of the request (RFC 9113, section 8.1)

    @Test(
        .bug("https://github.com/hyperium/hyper/issues/2872", "Handle RST_STREAM with NO_ERROR"),
        .bug("https://github.com/swift-server/async-http-client/issues/922", "Crash in HTTP2ClientRequestHandler"),
        arguments: ["200", "413"],
        [true, false]
    )
    func wholeResponseBeforeAResetIsKept(status: String, hasContent: Bool) async throws {
        let script: FrameServer.Script = { frame, connection in
            if frame.kind == .headers, frame.stream == 1 {
                connection.sendHead(status, on: 1, isEnd: !hasContent)
                if hasContent { connection.sendData("early".utf8, on: 1, isEnd: true) }
                connection.sendReset(1, code: 0)
            } else if frame.endsRequest {
                connection.sendResponse(on: frame.stream)
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let response = try await provider.request(Probe(server.baseURL, "/", .put, body: Self.upload))
            #expect(response.statusCode == Int(status))
            #expect(response.data == Data((hasContent ? "early" : "").utf8))
            // The connection goes on.
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
            #expect(server.connectionCount == 1)
        }
    }

    /// Servers of Go reset each stream whose content they haven't read. SwiftNIO closes a connection at the 201st reset or PING, and
    /// fails all exchanges on it.
    @Test(
        .bug("https://github.com/line/armeria/pull/5277", "Disable RST_STREAM frame limitation for HTTP/2 clients"),
        .bug("https://github.com/grpc/grpc-swift-nio-transport/pull/17", "Slacken DoS heuristics for clients"),
        arguments: [true, false]
    )
    func connectionIsRetiredBeforeItsFramesAreTooMany(areResets: Bool) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.endsRequest else { return }
            connection.sendResponse(on: frame.stream)
            connection.send(.unknown, payload: [1, 2, 3])
            if areResets {
                connection.sendReset(frame.stream, code: 0)
            } else {
                connection.send(.ping, payload: [UInt8](repeating: 0, count: 8))
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<100 {
                            let response = try await provider.request(
                                Probe(server.baseURL, "/", .post, body: .data(Data("a".utf8)))
                            )
                            #expect(response.statusCode == 200)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requestCount == 400)
            #expect(server.connectionCount > 1)
            try await (provider.transport as? AsyncHTTPClientTransport)?.shutdown()
        }
    }

    /// The reset comes after the client has got the response, while it still sends.
    @Test(
        .bug("https://github.com/swift-server/async-http-client/issues/922", "Crash in HTTP2ClientRequestHandler"),
        arguments: [0, 2, 8] as [UInt32]
    )
    func resetAfterAWholeResponseDoesNoHarm(_ code: UInt32) async throws {
        let script: FrameServer.Script = { frame, connection in
            if frame.kind == .headers { connection.sendResponse(on: frame.stream) }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let upload = StartedCall(Probe(server.baseURL, "/", .put, body: Self.upload), provider)
            await server.requests(atLeast: 1)
            try await server.roundTrip()
            try await server.perform { $0.sendReset(1, code: code) }
            #expect(try await upload.data() == Data("ok".utf8))
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
        }
    }

    // MARK: Limits of streams (RFC 9113, section 5.1.2)

    @Test(.bug("https://github.com/jetty/jetty.project/issues/2672", "Max local stream count exceeded"))
    func callsBeyondTheLimitOfStreamsWait() async throws {
        let peak = Locked((open: 0, peak: 0))
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            peak.withLock { $0 = ($0.open + 1, max($0.peak, $0.open + 1)) }
            let stream = frame.stream
            connection.later {
                peak.withLock { $0.open -= 1 }
                $0.sendResponse(on: stream)
            }
        }
        try await FrameServer.withServer(settings: [(3, 2)], script: script) { server in
            let provider = try server.provider()
            let calls = (0..<20).map { _ in StartedCall(Probe(server.baseURL), provider) }
            for call in calls { #expect(try await call.result().get().statusCode == 200) }
            #expect(peak.withLock { $0.peak } <= 2)
        }
    }

    @Test(.bug("https://github.com/pydantic/httpx2/issues/1216", "Lowered MAX_CONCURRENT_STREAMS"))
    func limitOfStreamsCanFallBelowTheOpenOnes() async throws {
        let peak = Locked((open: 0, peak: 0))
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers, frame.stream > 15 else { return }
            peak.withLock { $0 = ($0.open + 1, max($0.peak, $0.open + 1)) }
            let stream = frame.stream
            connection.later {
                peak.withLock { $0.open -= 1 }
                $0.sendResponse(on: stream)
            }
        }
        try await FrameServer.withServer(settings: [(3, 100)], script: script) { server in
            let provider = try server.provider()
            let first = (0..<8).map { _ in StartedCall(Probe(server.baseURL), provider) }
            await server.requests(atLeast: 8)
            try await server.perform { $0.sendSettings([(3, 2)]) }
            await server.frames(atLeast: 2) { $0.kind == .settings && $0.flags == 1 }
            let second = (0..<8).map { _ in StartedCall(Probe(server.baseURL), provider) }
            try await server.perform { connection in
                for stream in stride(from: 1, through: 15, by: 2) { connection.sendResponse(on: UInt32(stream)) }
            }
            for call in first + second { #expect(try await call.result().get().statusCode == 200) }
            #expect(peak.withLock { $0.peak } <= 2)
            #expect(server.connectionCount == 1)
        }
    }

    // MARK: Flow control (RFC 9113, section 6.9)

    /// Content that arrives after a cancellation counts, too. Here it is more than twice the connection's window.
    @Test(.bug("https://github.com/dart-lang/http/issues/1374", "DATA frames received before RST_STREAM are ignored"))
    func contentOfCancelledCallsGivesItsWindowBack() async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            connection.sendHead(on: frame.stream)
            connection.sendData("first".utf8, on: frame.stream)
        }
        let piece = [UInt8](repeating: 7, count: 16_384)
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            for index in 0..<150 as Range<UInt32> {
                let stream = 1 + 2 * index
                let opened = try await provider.stream(Probe(server.baseURL)).open()
                try await server.perform { connection in
                    for _ in 0..<8 where connection.window >= piece.count { connection.sendData(piece, on: stream) }
                }
                withExtendedLifetime(opened) {}
            }
            let last = try await provider.stream(Probe(server.baseURL)).open()
            await server.frames { $0.kind == .reset && $0.stream == 299 }
            try await server.roundTrip()
            #expect(try await server.perform { $0.window } > 100_000)
            try await server.perform { connection in
                for _ in 0..<4 { connection.sendData(piece, on: 301) }
                connection.sendData([], on: 301, isEnd: true)
            }
            var count = 0
            for try await chunk in last.body { count += chunk.count }
            #expect(count == 4 * piece.count + 5)
            #expect(server.connectionCount == 1)
        }
    }

    /// One reader waits and leaves all bytes where they are. The server has used up that stream's window.
    @Test(.bug("https://github.com/curl/curl/pull/11043", "HTTP/2 fix for stalling connections"))
    func readerThatWaitsDoesNotHoldUpOtherStreams() async throws {
        let piece = [UInt8](repeating: 7, count: 16_384)
        let script: FrameServer.Script = { frame, connection in
            if frame.kind == .headers { connection.sendHead(on: frame.stream) }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let waiting = try await provider.stream(Probe(server.baseURL)).open()
            // All that the client takes, which is the window of the stream.
            var sent = 0
            var isFull = false
            while sent < 100_000_000 {
                let count = try await server.perform { connection in
                    let count = min(connection.room(on: 1), piece.count)
                    if count > 0 { connection.sendData(piece[..<count], on: 1) }
                    return count
                }
                sent += count
                if count == 0, isFull { break }
                // A round trip for each piece would be more PING frames than the client takes.
                isFull = count == 0
                if isFull { try await server.roundTrip() }
            }
            #expect(sent < 100_000_000)
            let other = Task { try await provider.request(Probe(server.baseURL)) }
            await server.frames { $0.kind == .headers && $0.stream == 3 }
            try await server.roundTrip()
            #expect(try await server.perform { $0.room(on: 3) } >= piece.count)
            try await server.perform { $0.sendData(piece, on: 3, isEnd: true) }
            #expect(try await other.value.data.count == piece.count)
            withExtendedLifetime(waiting) {}
        }
    }

    // MARK: Frames

    @Test(.bug("https://github.com/encode/httpx/issues/381", "Connections are closed without a PING"))
    func pingOnAnIdleConnectionIsAnswered() async throws {
        let script: FrameServer.Script = { frame, connection in
            if frame.kind == .headers { connection.sendResponse(on: frame.stream) }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            _ = try await provider.request(Probe(server.baseURL))
            let payload: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
            try await server.perform { $0.send(.ping, payload: payload) }
            let answer = await server.frames { $0.kind == .ping }
            #expect(answer.map(\.flags) == [1])
            #expect(answer.map(\.payload) == [payload])
            _ = try await provider.request(Probe(server.baseURL))
            #expect(server.connectionCount == 1)
        }
    }

    @Test(
        .bug("https://github.com/snoyberg/http-client/issues/521", "HTTP 103 early hints"),
        arguments: [HTTPRequest.Method.get, .post]
    )
    func interimResponsesArePassedOver(_ method: HTTPRequest.Method) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.endsRequest else { return }
            for status in ["100", "102", "103", "103"] {
                connection.sendHead(status, [("link", "</a>")], on: frame.stream)
            }
            connection.sendResponse("200", "final", on: frame.stream)
        }
        try await FrameServer.withServer(script: script) { server in
            let body = method == .post ? Data("a".utf8) : nil
            let response = try await server.provider().request(Probe(server.baseURL, "/", method, body: body))
            #expect(response.statusCode == 200)
            #expect(response.headerFields[values: HTTPField.Name("link")!].isEmpty)
            #expect(try response.decode(String.self) == "final")
        }
    }

    /// HTTP/2 has no status 101 (RFC 9113, section 8.6), and no interim response ends a stream (section 8.1).
    @Test(
        .bug("https://github.com/swift-server/async-http-client/issues/922", "Crash in HTTP2ClientRequestHandler"),
        arguments: [("101", false), ("101", true), ("103", true)]
    )
    func interimResponseThatIsNotAllowedFailsTheCall(status: String, isEnd: Bool) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            guard frame.stream == 1 else { return connection.sendResponse(on: frame.stream) }
            connection.sendHead(status, on: 1, isEnd: isEnd)
            if !isEnd { connection.sendResponse(on: 1) }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let kind = await provider.failure(of: Probe(server.baseURL))
            #expect(kind == .invalidResponse)
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
        }
    }

    @Test(
        .bug("https://github.com/nghttp2/nghttp2/issues/1408", "Responses with invalid content-length header"),
        .bug("https://github.com/nodejs/undici/pull/5816", "Validate response content-length"),
        arguments: ["1", "10"]
    )
    func contentOfAnotherLengthFailsTheCall(_ length: String) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            connection.sendHead("200", [("content-length", frame.stream == 1 ? length : "2")], on: frame.stream)
            connection.sendData("ok".utf8, on: frame.stream, isEnd: true)
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let kind = await provider.failure(of: Probe(server.baseURL))
            #expect(kind == .invalidResponse || kind == .connectionLost, "\(String(describing: kind))")
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
        }
    }

    @Test(
        .bug("https://github.com/JuliaWeb/HTTP.jl/pull/1343", "Surface HTTP/2 response resets after buffered data"),
        arguments: [0, 2, 8] as [UInt32]
    )
    func resetWithinTheContentFailsTheCall(_ code: UInt32) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.kind == .headers else { return }
            guard frame.stream == 1 else { return connection.sendResponse(on: frame.stream) }
            connection.sendHead(on: 1)
            connection.sendData("half".utf8, on: 1)
            connection.sendReset(1, code: code)
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            #expect(await provider.failure(of: Probe(server.baseURL)) == .connectionLost)
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
            #expect(server.connectionCount == 1)
        }
    }

    /// Frames that were on the way when the client reset the stream.
    @Test(.bug("https://github.com/dart-lang/http/issues/1799", "After RST_STREAM, responses tear down the connection"))
    func framesOfACancelledCallDoNotEndTheConnection() async throws {
        let script: FrameServer.Script = { frame, connection in
            if frame.kind == .headers, frame.stream != 3 { connection.sendHead(on: frame.stream) }
            guard frame.kind == .reset else { return }
            connection.sendHead(on: 3)
            connection.sendData("late".utf8, on: 3)
            connection.sendTrailers([("x-trailer", "late")], on: 3)
            connection.sendWindowUpdate(1, on: 3)
            connection.sendReset(3, code: 8)
            connection.sendData("fine".utf8, on: 1, isEnd: true)
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let opened = try await provider.stream(Probe(server.baseURL)).open()
            let cancelled = StartedCall(Probe(server.baseURL), provider)
            await server.requests(atLeast: 2)
            try await cancelled.cancelAndExpectCompletion()
            var data = Data()
            for try await chunk in opened.body { data += chunk }
            #expect(data == Data("fine".utf8))
            #expect(server.connectionCount == 1)
        }
    }
}
#endif
