#if AsyncHTTPClient && Crypto && os(Linux)
import Foundation
import HTTPTypes
import TalynAsyncHTTPClient
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Conversations over SwiftNIO with a server whose bytes the test writes.
@Suite(.sockets)
struct ConversationTests {
    private func room(_ server: SocketServer, _ configure: (inout WebSocketOptions) -> Void = { _ in }) -> ChatRoom {
        ChatRoom(baseURL: server.baseURL, webSocket: WebSocketOptions(configure))
    }

    private let provider = Provider<ChatRoom>(transport: AsyncHTTPClientTransport())

    @Test func messagesGoBothWays() async throws {
        try await SocketServer.run { server in
            let head = try await server.accept()
            #expect(head[0] == "GET /rooms/7 HTTP/1.1")
            for line in ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"] {
                #expect(head.contains(line))
            }
            try await server.send(text: #"{"name":"welcome"}"#)
            let frame = try await server.readFrame()
            #expect(frame.first == 0x81)
            #expect(frame.text == #"{"name":"hello"}"#)
            try await server.send(0x2, Array(#"{"name":"data"}"#.utf8))
            try await server.close(1000)
            #expect(try await server.readFrame().code == 1000)
        } _: { server in
            let connection = try await provider.connect(room(server))
            #expect(connection.response.statusCode == 101)
            var names: [String] = []
            try await connection.send(ChatEvent(name: "hello"))
            for try await event in connection { names.append(event.name) }
            #expect(names == ["welcome", "data"])
            #expect(connection.end == WebSocketClose(.normalClosure))
        }
    }

    @Test(arguments: ["no", "Keep-Alive"])
    func statusAndBodyOfARefusalAreThoseOfTheError(_ text: String) async throws {
        try await SocketServer.run { server in
            _ = try await server.readHead()
            let body = #"{"title":"\#(text)"}"#
            try await server.write(
                "HTTP/1.1 403 Forbidden\r\nContent-Type: application/problem+json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            try await server.readToEnd()
        } _: { server in
            let error = await #expect(throws: TalynError.self) { try await provider.connect(room(server)) }
            #expect(error?.reason == .unacceptableStatus)
            #expect(error?.statusCode == 403)
            #expect(error?.problemDetails?.title == text)
        }
    }

    @Test func successWithoutAnUpgradeIsARefusal() async throws {
        try await SocketServer.run { server in
            _ = try await server.readHead()
            try await server.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            try await server.readToEnd()
        } _: { server in
            let error = await #expect(throws: TalynError.self) { try await provider.connect(room(server)) }
            #expect(error?.reason == .unacceptableStatus)
            #expect(error?.response?.data == Data("hi".utf8))
        }
    }

    @Test(arguments: [
        ("Upgrade: h2c\r\nConnection: Upgrade\r\nACCEPT", "Upgrade"),
        ("Upgrade: websocket, h2c\r\nConnection: Upgrade\r\nACCEPT", "Upgrade"),
        ("Connection: Upgrade\r\nACCEPT", "Upgrade"),
        ("Upgrade: websocket\r\nConnection: close\r\nACCEPT", "Connection"),
        ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA", "Sec-WebSocket-Accept"),
        ("Upgrade: websocket\r\nConnection: Upgrade", "Sec-WebSocket-Accept"),
        (
            "Upgrade: websocket\r\nConnection: Upgrade\r\nACCEPT\r\nSec-WebSocket-Extensions: permessage-deflate",
            "extension"
        ),
        ("Upgrade: websocket\r\nConnection: Upgrade\r\nACCEPT\r\nSec-WebSocket-Protocol: other", "subprotocol"),
        (
            "Upgrade: websocket\r\nConnection: Upgrade\r\nACCEPT\r\nSec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: chat",
            "subprotocol"
        ),
        ("Upgrade: websocket\r\nConnection: Upgrade\r\nACCEPT\r\nSec-WebSocket-Protocol: chat, chat", "subprotocol"),
    ])
    func invalidHandshakeIsAnInvalidResponse(_ fields: String, _ word: String) async throws {
        try await SocketServer.run { server in
            let head = try await server.readHead()
            let lines = fields.replacingOccurrences(of: "ACCEPT", with: SocketConversation.acceptLine(head))
            try await server.write("HTTP/1.1 101 Switching Protocols\r\n\(lines)\r\n\r\n")
            try await server.readToEnd()
        } _: { server in
            let room = room(server) { $0.subprotocols = ["chat"] }
            let error = await #expect(throws: TalynError.self) { try await provider.connect(room) }
            #expect(error?.transportError?.kind == .invalidResponse)
            #expect(error?.transportError?.cause?.contains(word) == true, "\(String(describing: error))")
            #expect((error?.transportError?.detail == .unofferedSubprotocol) == (word == "subprotocol"))
        }
    }

    @Test(arguments: ["", "HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n"])
    func framesThatArriveWithTheAgreementAreRead(_ hints: String) async throws {
        try await SocketServer.run { server in
            let head = try await server.readHead()
            let frames = (0..<3).flatMap { SocketConversation.frame(0x1, Array(#"{"name":"\#($0)"}"#.utf8)) }
            try await server.write(bytes: Array((hints + SocketConversation.agreement(to: head)).utf8) + frames)
            try await server.close(1001)
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(room(server))
            var names: [String] = []
            for try await event in connection { names.append(event.name) }
            #expect(names == ["0", "1", "2"])
        }
    }

    @Test func largeHeadIsAnInvalidResponse() async throws {
        try await SocketServer.run { server in
            _ = try await server.readHead()
            try await server.write("HTTP/1.1 101 Switching Protocols\r\n")
            let line = "X-Filler: \(String(repeating: "x", count: 10_000))\r\n"
            while true { try await server.write(line) }
        } _: { server in
            let error = await #expect(throws: TalynError.self) { try await provider.connect(room(server)) }
            #expect(error?.transportError?.kind == .invalidResponse)
        }
    }

    @Test func serverCloseWithAnErrorCodeThrowsIt() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.close(4001, "token expired")
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(room(server))
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            let cause = error?.underlyingError as? WebSocketError
            #expect(cause?.kind == .closed)
            #expect(cause?.close == WebSocketClose(WebSocketCloseCode(rawValue: 4001), reason: "token expired"))
            let late = await #expect(throws: TalynError.self) { try await connection.send(ChatEvent(name: "late")) }
            #expect((late?.underlyingError as? WebSocketError)?.kind == .closed)
        }
    }

    @Test func lostConnectionIsNoEnd() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.send(text: #"{"name":"a"}"#)
        } _: { server in
            let connection = try await provider.connect(room(server))
            var count = 0
            let error = await #expect(throws: TalynError.self) { for try await _ in connection { count += 1 } }
            #expect(count == 1)
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(connection.end?.code == .abnormalClosure)
        }
    }

    @Test func closingSendsCodeAndReasonAndWaits() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            let frame = try await server.readFrame()
            #expect(frame.first == 0x88)
            #expect(frame.code == 3001)
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "done")
            try await server.close(3001)
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(room(server))
            let end = try await connection.close(WebSocketCloseCode(rawValue: 3001), reason: "done")
            #expect(end.code.rawValue == 3001)
            #expect(connection.end == end)
            for try await _ in connection {}
        }
    }

    @Test func scopeClosesOnEveryWayOut() async throws {
        struct Failure: Error {}
        let (codes, source) = AsyncStream<Int>.makeStream()
        try await SocketServer.run { server in
            try await server.accept()
            let frame = try await server.readFrame()
            source.yield(frame.code ?? 0)
            try await server.close(frame.code ?? 1000)
            try await server.readToEnd()
        } _: { server in
            var seen = codes.makeAsyncIterator()
            try await provider.withWebSocket(room(server)) { _ in }
            #expect(await seen.next() == 1000)
            await #expect(throws: Failure.self) {
                try await provider.withWebSocket(room(server)) { _ in throw Failure() }
            }
            #expect(await seen.next() == 1001)
        }
    }
}
#endif
