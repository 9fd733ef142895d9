#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import TestSupport
import Testing

/// Handshakes and frames that a client must not send.
@Suite(.sockets) struct HostileWebSocketTests {
    private static func handshake(
        _ method: String = "GET",
        connection: String = "Upgrade",
        version: String = "13",
        key: String = "AAAAAAAAAAAAAAAAAAAAAA==",
        path: String = "/rooms/7"
    ) -> String {
        """
        \(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: \(connection)\r\nUpgrade: websocket\r
        Sec-WebSocket-Version: \(version)\r\nSec-WebSocket-Key: \(key)\r\n\r\n
        """
    }

    /// A masked frame with the mask zero.
    private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
    }

    private let stubs = StubSet()

    private func text(of request: String) async throws -> String {
        try await StubServer.withServer(serving: stubs) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send(request)
            return await client.end().text
        }
    }

    @Test func ordinaryRequestGets426() async throws {
        stubs.on(.webSocket("/rooms/7"), times: .any) { $0.close() }
        let answer = try await text(of: "GET /rooms/7 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
        #expect(answer.contains("Upgrade: websocket\r\n") && answer.contains("Sec-WebSocket-Version: 13\r\n"))
        #expect(stubs.failures.map(\.kind) == [.webSocketExpected])
    }

    @Test(arguments: [
        (handshake(version: "8"), 426), (handshake(key: "short"), 400), (handshake(connection: "close"), 400),
        (handshake(version: "13\r\nSec-WebSocket-Version: 13"), 426), (handshake(path: "/other"), 501),
    ])
    func invalidHandshakeIsRefused(request: String, status: Int) async throws {
        stubs.on(.webSocket("/rooms/7")) { $0.close() }
        let answer = try await text(of: request)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }

    @Test(
        arguments: [
            ([0x81, 1, 0x61], 1002), (frame(0x91, [0x61]), 1002), (frame(0x83), 1002), (frame(0x80, [0x61]), 1002),
            (frame(0x09), 1002), (frame(0x81, [0xFF]), 1007), (frame(0x88, [3]), 1002), (frame(0x88, [3, 0xED]), 1002),
            ([0x82, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1009), ([0x89, 0xFE, 0, 126, 0, 0, 0, 0], 1002),
            (frame(0x01, [0x61]) + frame(0x81, [0x61]), 1002),
        ] as [([UInt8], Int)]
    )
    func invalidFrameClosesTheConnection(frame: [UInt8], code: Int) async throws {
        stubs.on(.webSocket("/rooms/7")) { while try await $0.receive() != nil {} }
        try await StubServer.withServer(serving: stubs) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send(Self.handshake())
            let head = await client.text(containing: "\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
            #expect(head.contains("Sec-WebSocket-Accept: "))
            client.begin(frame)
            await client.bytes { $0.suffix(from: head.utf8.count).count >= 4 }
            let answer = client.bytes.dropFirst(head.utf8.count)
            #expect(answer.first == 0x88)
            #expect(answer.dropFirst(2).prefix(2).reduce(0) { $0 << 8 | Int($1) } == code)
            try await client.close()
        }
    }

    @Test func stubCutsTheConnectionInAFrame() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send("a")
            conversation.drop(inFrame: true)
        }
        try await StubServer.withServer(serving: stubs) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send(Self.handshake())
            await client.waitForEnd()
            // A frame with one byte, and three bytes of a frame with five.
            #expect(client.bytes.suffix(12) == [0x0D, 0x0A, 0x0D, 0x0A, 0x81, 1, 0x61, 0x82, 5, 1, 2, 3])
        }
    }

    @Test func fragmentsWithAPingBetweenAreOneMessage() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.expect("ab")
            conversation.send("ok")
        }
        try await StubServer.withServer(serving: stubs) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send(Self.handshake())
            await client.text(containing: "\r\n\r\n")
            client.begin(Self.frame(0x01, [0x61]) + Self.frame(0x89, [1, 2]) + Self.frame(0x80, [0x62]))
            await client.bytes { $0.contains([0x8A, 2, 1, 2]) && $0.contains([0x81, 2, 0x6F, 0x6B]) }
            // The server closes after the script, and after the client's answer it ends the connection.
            await client.bytes { $0.contains([0x88, 2, 3, 0xE8]) }
            client.begin(Self.frame(0x88, [3, 0xE8]))
            await client.waitForEnd()
        }
        #expect(stubs.failures.isEmpty)
    }
}
#endif
