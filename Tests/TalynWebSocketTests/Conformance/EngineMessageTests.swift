#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// The messages, pings and ends that each engine is held to.
@Suite(.sockets)
struct EngineMessageTests {
    /// Expects the kind of an error, unless the engine tells none.
    private func expect(_ error: TalynError?, _ kind: WebSocketError.Kind, _ engine: Engine) {
        #expect(error != nil)
        guard !engine.limits.contains(.violationsHaveNoDetails) else { return }
        #expect((error?.underlyingError as? WebSocketError)?.kind == kind)
    }

    // MARK: Messages

    @Test(arguments: Engine.all, [0, 1, 125, 126, 65_535, 65_536, 200_000])
    func messagesOfEachLengthGoBothWays(_ engine: Engine, _ length: Int) async throws {
        let text = String(repeating: "x", count: length)
        let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
        try await SocketServer.run { server in
            try await server.accept()
            for opcode in [0x1, 0x2] as [UInt8] {
                var content: [UInt8] = []
                while true {
                    let frame = try await server.readFrame()
                    #expect(frame.opcode == (content.isEmpty ? opcode : 0))
                    content += frame.payload
                    if frame.first & 0x80 != 0 { break }
                }
                try await server.send(opcode, content)
            }
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            var messages = connection.makeAsyncIterator()
            try await connection.send(.text(text))
            #expect(try await messages.next() == .text(text))
            try await connection.send(.data(bytes))
            #expect(try await messages.next() == .data(bytes))
            #expect(try await messages.next() == nil)
        }
    }

    @Test(arguments: Engine.all)
    func fragmentsWithAPingBetweenThemAreOneMessage(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            let text = Array("grüße".utf8)
            try await server.send(0x1, Array(text[..<3]), isFinal: false)
            try await server.send(0x9, Array("ping".utf8))
            try await server.send(0x0, Array(text[3...]), isFinal: true)
            let pong = try await server.readFrame()
            #expect(pong.first == 0x8A && pong.text == "ping")
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            var messages: [WebSocketMessage] = []
            for try await message in connection { messages.append(message) }
            #expect(messages == [.text("grüße")])
        }
    }

    @Test(arguments: Engine.all)
    func messagesWaitForASlowReaderInTheirOrder(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            for number in 0..<500 { try await server.send(text: "\(number)") }
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server) { $0.queueLimit = 2 }
            var messages: [WebSocketMessage] = []
            for try await message in connection {
                await Task.yield()
                messages.append(message)
            }
            #expect(messages == (0..<500).map { .text("\($0)") })
        }
    }

    @Test(arguments: Engine.all)
    func messagesBeforeTheEndOfTheConnectionAreReceived(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.write(bytes: (0..<3).flatMap { SocketConversation.frame(0x1, Array("\($0)".utf8)) })
        } _: { server in
            let connection = try await engine.connect(server)
            var messages: [WebSocketMessage] = []
            let error = await #expect(throws: TalynError.self) {
                for try await message in connection { messages.append(message) }
            }
            #expect(messages == (0..<3).map { .text("\($0)") })
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(connection.end?.code == .abnormalClosure)
        }
    }

    // MARK: Pings

    @Test(arguments: Engine.all)
    func pingReturnsAtItsPong(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            let ping = try await server.readFrame()
            #expect(ping.first == 0x89)
            try await server.send(0xA, ping.payload)
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server) { $0.pingInterval = nil }
            #expect(try await connection.ping() >= .zero)
        }
    }

    // MARK: Ends

    @Test(arguments: Engine.all, [1000, 1001, 1011, 3000, 4999])
    func closeOfTheServerHasItsCodeAndReason(_ engine: Engine, _ code: Int) async throws {
        let echoes = Watched<[Int?]>([])
        try await SocketServer.run { server in
            try await server.accept()
            try await server.close(code, "why")
            let echo = try? await server.readFrame().code
            echoes.update { $0.append(echo) }
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            let result = await Result { () async throws in try await connection.reduce(0) { count, _ in count + 1 } }
            let end = WebSocketClose(WebSocketCloseCode(rawValue: UInt16(code)), reason: "why")
            #expect(connection.end == end)
            if code < 1002 {
                #expect(try result.get() == 0)
            } else {
                #expect(throws: TalynError.self) { try result.get() }
            }
            let late = await #expect(throws: TalynError.self) { try await connection.send(.text("late")) }
            #expect((late?.underlyingError as? WebSocketError)?.kind == .closed)
            await echoes.wait { !$0.isEmpty }
            #expect(echoes.value == [code])
        }
    }

    @Test(arguments: Engine.all)
    func closeFrameWithoutACodeIsANormalEnd(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.send(0x8)
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            for try await _ in connection {}
            #expect(connection.end?.code == .noStatusReceived)
        }
    }

    @Test(arguments: Engine.all, [1000, 1001, 3000, 4999])
    func closeOfTheClientWaitsForTheServer(_ engine: Engine, _ code: UInt16) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            let frame = try await server.readFrame()
            #expect(frame.first == 0x88)
            #expect(frame.code == Int(code))
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "done")
            try await server.close(Int(code))
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            let end = try await connection.close(WebSocketCloseCode(rawValue: code), reason: "done")
            #expect(end.code.rawValue == code)
            for try await _ in connection {}
        }
    }

    /// A cleanup after a cancellation.
    @Test(arguments: Engine.all)
    func cancelledTaskThatClosesWaitsForTheServer(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            #expect(try await server.readFrame().code == 1000)
            try await server.close(1000, "agreed")
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            await withTaskGroup(of: WebSocketClose.self) { group in
                group.cancelAll()
                group.addTask { await connection.close() }
                #expect(await group.next() == WebSocketClose(.normalClosure, reason: "agreed"))
            }
        }
    }

    @Test(arguments: Engine.all)
    func closingASilentServerEndsAfterItsTimeout(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server) { $0.closeTimeout = .milliseconds(20) }
            #expect(await connection.close().code == .abnormalClosure)
            for try await _ in connection {}
        }
    }

    @Test(arguments: Engine.all)
    func releasedConnectionEnds(_ engine: Engine) async throws {
        let isEnded = Watched(false)
        try await SocketServer.run { server in
            try await server.accept()
            try? await server.readToEnd()
            isEnded.update { $0 = true }
        } _: { server in
            _ = try await engine.connect(server)
            await isEnded.wait { $0 }
        }
    }

    // MARK: Violations

    @Test(arguments: Engine.all)
    func textThatIsNotUTF8IsAViolation(_ engine: Engine) async throws {
        try await violate(engine, .invalidText, with: SocketConversation.frame(0x1, [0x61, 0xFF]))
    }

    @Test(
        arguments: Engine.all,
        [
            [0xC1, 0x01, 0x61],  // a reserved bit
            [0x83, 0x00],  // an opcode that isn't defined
            [0x80, 0x01, 0x61],  // a continuation of nothing
            [0x09, 0x00],  // a ping in fragments
            [0x88, 0x02, 0x03, 0xED],  // a close frame with the code 1005
            [0x88, 0x01, 0x03],  // a close frame with half a code
        ] as [[UInt8]]
    )
    func otherViolationEndsTheConnection(_ engine: Engine, _ frame: [UInt8]) async throws {
        try await violate(engine, .protocolViolation, with: frame)
    }

    private func violate(_ engine: Engine, _ kind: WebSocketError.Kind, with frame: [UInt8]) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.send(text: "before")
            try await server.write(bytes: frame)
            try? await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            var messages: [WebSocketMessage] = []
            let error = await #expect(throws: TalynError.self) {
                for try await message in connection { messages.append(message) }
            }
            #expect(messages == [.text("before")])
            expect(error, kind, engine)
        }
    }

    @Test(arguments: Engine.all)
    func messageAboveTheLimitEndsTheConnection(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            try await server.accept()
            try await server.send(0x2, [UInt8](repeating: 1, count: 1_000))
            try await server.send(0x2, [UInt8](repeating: 1, count: 1_001))
            try? await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server) { $0.maximumMessageSize = 1_000 }
            var sizes: [Int] = []
            let error = await #expect(throws: TalynError.self) {
                for try await message in connection { sizes.append(message.length) }
            }
            #expect(sizes == [1_000])
            expect(error, .messageTooLarge, engine)
        }
    }
}
#endif
