#if AsyncHTTPClient && Crypto && os(Linux)
import Foundation
import TalynAsyncHTTPClient
import TalynCore
import TestSupport
import Testing

@testable import TalynWebSocket

/// Frames of RFC 6455 and hostile ones, over a connection.
@Suite(.sockets)
struct FramesTests {
    /// A conversation in messages as they are.
    struct Raw: TargetType {
        let baseURL: URL
        let path: RequestPath = "/"
        var requestOptions: RequestOptions { RequestOptions { $0.idleTimeout = .seconds(3_600) } }
    }

    private let provider = Provider<Raw>(transport: AsyncHTTPClientTransport())

    /// Frames of the server that violate the protocol, with the code by which the client closes.
    static let invalid: [(name: String, bytes: [UInt8], code: Int)] = [
        ("a reserved bit", [0xC1, 0x01, 0x61], 1002),
        ("a reserved opcode", [0x83, 0x00], 1002),
        ("a reserved control opcode", [0x8B, 0x00], 1002),
        ("a masked frame", [0x81, 0x81, 1, 2, 3, 4, 0x60], 1002),
        ("a continuation without a start", [0x80, 0x00], 1002),
        ("a message inside a message", [0x01, 0x01, 0x61, 0x81, 0x00], 1002),
        ("a fragmented ping", [0x09, 0x00], 1002),
        ("a ping of 126 bytes", [0x89, 126, 0, 126], 1002),
        ("a length of 2^63", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
        ("a length that isn't the shortest", [0x82, 126, 0, 5], 1002),
        ("a long length that isn't the shortest", [0x82, 127, 0, 0, 0, 0, 0, 0, 0, 5], 1002),
        ("a message of 2^62 bytes", [0x82, 127, 0x40, 0, 0, 0, 0, 0, 0, 0], 1009),
        (
            "a large message in fragments",
            [0x02, 126, 0x03, 0xE8] + [UInt8](repeating: 0, count: 1_000) + [0x80, 126, 0, 200], 1009
        ),
        ("half a close code", [0x88, 0x01, 0x03], 1002),
        ("the close code 1005", [0x88, 0x02, 0x03, 0xED], 1002),
        ("the close code 999", [0x88, 0x02, 0x03, 0xE7], 1002),
        ("a close reason that isn't UTF-8", [0x88, 0x03, 0x03, 0xE8, 0xFF], 1007),
        ("text that isn't UTF-8, before its end", [0x01, 0x05, 0x61, 0xC0], 1007),
        ("text with a surrogate", [0x81, 0x03, 0xED, 0xA0, 0x80], 1007),
        ("text that ends in a scalar", [0x81, 0x01, 0xC3], 1007),
    ]

    @Test(arguments: invalid)
    func invalidFrameFailsTheConnection(_ frame: (name: String, bytes: [UInt8], code: Int)) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.write(bytes: frame.bytes)
            #expect(try await server.readFrame().code == frame.code)
            try await server.readToEnd()
        } _: { server in
            let options = WebSocketOptions { $0.maximumMessageSize = 1_100 }
            let connection = try await provider.connect(
                Raw(baseURL: server.baseURL),
                codec: .messages,
                webSocket: options
            )
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            let cause = try #require(error?.underlyingError as? WebSocketError)
            #expect(cause.code.map { Int($0.rawValue) } == frame.code, "\(cause)")
        }
    }

    @Test func controlFramesGoBetweenFragments() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.send(0x1, Array("Grü".utf8).dropLast(), isFinal: false)
            try await server.send(0x9, Array("are you there".utf8))
            #expect(try await server.readFrame() == .init(first: 0x8A, payload: Array("are you there".utf8)))
            try await server.send(0xA, Array("unasked".utf8))
            try await server.send(0x0, [0xBC], isFinal: false)
            try await server.send(0x0, [])
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
            var messages: [WebSocketMessage] = []
            for try await message in connection { messages.append(message) }
            #expect(messages == [.text("Grü")])
        }
    }

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 1_000_000])
    func messagesOfAllSizesAreEchoed(_ size: Int) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            var payload: [UInt8] = []
            var frame: SocketConversation.Frame
            repeat {
                frame = try await server.readFrame()
                #expect(frame.payload.count <= 32 << 10)
                payload += frame.payload
            } while frame.first & 0x80 == 0
            try await server.send(0x2, payload)
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
            let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 * 7) })
            try await connection.send(.data(data))
            var messages: [WebSocketMessage] = []
            for try await message in connection { messages.append(message) }
            #expect(messages == [.data(data)])
        }
    }

    @Test func manyTinyFragmentsMakeOneMessage() async throws {
        let count = 100_000
        try await SocketServer.run { server in
            try await server.accept()
            try await server.send(0x2, [], isFinal: false)
            let fragments = (0..<1_000).flatMap { _ in SocketConversation.frame(0x0, [1], isFinal: false) }
            for _ in 0..<count / 1_000 { try await server.write(bytes: fragments) }
            try await server.send(0x0, [])
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
            var sizes: [Int] = []
            for try await message in connection { sizes.append(message.length) }
            #expect(sizes == [count])
        }
    }

    @Test func readerThatIsSlowSlowsTheServer() async throws {
        let (written, source) = AsyncStream<Int>.makeStream()
        try await SocketServer.run { server in
            try await server.accept()
            let message = SocketConversation.frame(0x2, [UInt8](repeating: 1, count: 65_536))
            for index in 0..<1_000 {
                try await server.write(bytes: message)
                source.yield(index)
            }
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let options = WebSocketOptions { $0.queueLimit = 4 }
            let connection = try await provider.connect(
                Raw(baseURL: server.baseURL),
                codec: .messages,
                webSocket: options
            )
            // The connection reads a few messages, and then nothing more.
            var iterator = connection.makeAsyncIterator()
            #expect(try await iterator.next()?.length == 65_536)
            var count = 1
            while try await iterator.next() != nil { count += 1 }
            #expect(count == 1_000)
            withExtendedLifetime(written) {}
        }
    }

    @Test func pingsAreAnswered() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            for _ in 0..<2 {
                let frame = try await server.readFrame()
                #expect(frame.opcode == 0x9)
                try await server.send(0xA, frame.payload)
            }
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
            #expect(try await connection.ping() >= .zero)
            #expect(try await connection.ping() >= .zero)
        }
    }

    /// The connection breaks at each byte of the handshake and of a frame after it.
    @Test func connectionThatBreaksAnywhereIsAnError() async throws {
        let count = Watched(0)
        try await SocketServer.run { server in
            let cut = count.update { count in
                count += 1
                return count
            }
            let head = try await server.readHead()
            let frame = SocketConversation.frame(0x1, Array("whole".utf8))
            let bytes = Array(SocketConversation.agreement(to: head).utf8) + frame
            try await server.write(bytes: Array(bytes.prefix(cut)))
        } _: { server in
            var messages: [WebSocketMessage] = []
            for _ in 0..<140 {
                await #expect(throws: TalynError.self) {
                    let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
                    for try await message in connection { messages.append(message) }
                }
            }
            // The head has 129 bytes, and the frame 7.
            #expect(messages == Array(repeating: .text("whole"), count: messages.count) && !messages.isEmpty)
        }
    }

    @Test func bytesAfterTheCloseFrameAreDropped() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.close(1000)
            let message = SocketConversation.frame(0x2, [UInt8](repeating: 1, count: 65_536))
            for _ in 0..<100 { try await server.write(bytes: message) }
            #expect(try await server.readFrame().code == 1000)
        } _: { server in
            let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
            for try await message in connection { Issue.record("\(message)") }
            #expect(connection.end?.code == .normalClosure)
        }
    }

    @Test func keysAndMasksAreRandom() async throws {
        let (keys, source) = AsyncStream<String>.makeStream()
        try await SocketServer.run { server in
            let head = try await server.accept()
            source.yield(head.first { $0.hasPrefix("Sec-WebSocket-Key: ") }.map { String($0.dropFirst(19)) } ?? "")
            for _ in 0..<4 { #expect(try await server.readFrame().text == "same") }
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            var seen: Set<String> = []
            var iterator = keys.makeAsyncIterator()
            for _ in 0..<3 {
                let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .text)
                for _ in 0..<4 { try await connection.send("same") }
                for try await _ in connection {}
                let key = try #require(await iterator.next())
                #expect(Data(base64Encoded: key)?.count == 16)
                seen.insert(key)
            }
            #expect(seen.count == 3)
        }
    }

    @Test func cancelledReceiverClosesTheConnection() async throws {
        try await SocketServer.run { server in
            try await server.accept()
            #expect(try await server.readFrame().code == 1001)
            try await server.close(1001)
            try await server.readToEnd()
        } _: { server in
            let connection = try await provider.connect(Raw(baseURL: server.baseURL), codec: .messages)
            let task = Task {
                var iterator = connection.makeAsyncIterator()
                return try await iterator.next()
            }
            task.cancel()
            let result = await task.result
            #expect(throws: TalynError.self) { try result.get() }
            #expect((result.failure as? TalynError)?.isCancelled == true)
            #expect(await connection.close().code == .goingAway)
        }
    }
}
#endif
