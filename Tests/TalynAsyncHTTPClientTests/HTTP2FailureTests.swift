#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Errors of a whole HTTP/2 connection (RFC 9113, section 5.4.1).
@Suite(.serialized, .sockets) struct HTTP2FailureTests {
    /// 20,000 bytes of fields, and fields that have as many bytes with the 32 that HPACK adds for each.
    private static let longHeads: [[(String, String)]] = [
        (0..<200).map { ("x-\($0)", String(repeating: "v", count: 100)) },
        (0..<600).map { ("x-\($0)", "v") },
    ]

    /// The server goes on after the GOAWAY frame of the client.
    @Test(arguments: [0, 1]) func headBeyondTheLimitEndsItsConnection(_ index: Int) async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.endsRequest else { return }
            if frame.connection == 1 {
                connection.sendLongHead(Self.longHeads[index], on: frame.stream)
            } else {
                connection.sendResponse(on: frame.stream)
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(server.baseURL)) }
            #expect(error?.transportError?.kind == .invalidResponse)
            #expect(error?.description.contains("too many header fields") == true, "\(String(describing: error))")
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
            #expect(server.connectionCount == 2)
            await server.connectionsClosed(atLeast: 1)
        }
    }

    /// A frame of DATA for the connection itself is an error of the connection (RFC 9113, section 6.1).
    @Test func otherCallsGoOnWithANewConnection() async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.endsRequest else { return }
            if frame.connection == 1, connection.requestCount == 1 {
                connection.sendResponse(on: frame.stream)
            } else if frame.connection == 1 {
                connection.sendData("?".utf8, on: 0)
            } else {
                connection.sendResponse(on: frame.stream)
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
            let response = try await provider.request(Probe(server.baseURL))
            #expect(response.statusCode == 200)
            #expect(response.metrics?.attempts.last?.transport.repetitions == 1)
            #expect(server.connectionCount == 2)
        }
    }

    /// More content than the `Content-Length` tells is an error of the stream (RFC 9113, section 8.1.1).
    @Test func errorOfAStreamLeavesItsConnection() async throws {
        let script: FrameServer.Script = { frame, connection in
            guard frame.endsRequest else { return }
            if frame.stream == 1 {
                connection.sendHead("200", [("content-length", "1")], on: 1)
                connection.sendData("too long".utf8, on: 1, isEnd: true)
            } else {
                connection.sendResponse(on: frame.stream)
            }
        }
        try await FrameServer.withServer(script: script) { server in
            let provider = try server.provider()
            await #expect(throws: TalynError.self) { try await provider.request(Probe(server.baseURL)) }
            #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200)
            #expect(server.connectionCount == 1)
        }
    }
}
#endif
