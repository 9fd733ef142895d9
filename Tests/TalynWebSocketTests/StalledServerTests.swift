#if AsyncHTTPClient && Crypto && os(Linux)
import Foundation
import TalynAsyncHTTPClient
import TalynCore
import TalynTransportOptions
import TestSupport
import Testing
import _TalynSupport

@testable import TalynWebSocket

/// Servers that read nothing, or end the connection while a message waits.
@Suite(.sockets)
struct StalledServerTests {
    private let provider = Provider<FramesTests.Raw>(transport: AsyncHTTPClientTransport())

    private func connect(
        _ server: SocketServer,
        _ configure: (inout WebSocketOptions) -> Void = { _ in }
    ) async throws -> WebSocketConnection<WebSocketMessage, WebSocketMessage> {
        let target = FramesTests.Raw(baseURL: server.baseURL)
        return try await provider.connect(target, codec: .messages, webSocket: WebSocketOptions(configure))
    }

    /// More than the system takes.
    private let large = WebSocketMessage.data(Data(count: 8 << 20))

    @Test func sendFailsWithAConnectionWhoseMessagesNobodyReceives() async throws {
        let messages = (0..<10).flatMap { SocketConversation.frame(0x1, [UInt8(ascii: "0") + $0]) }
        try await SocketServer.run(receiveBuffer: 8_192) { server in
            try await server.accept()
            try await server.write(bytes: messages)
            try await server.readSome()
        } _: { server in
            let connection = try await connect(server) {
                $0.queueLimit = 1
                $0.pingInterval = nil
            }
            var iterator = connection.makeAsyncIterator()
            #expect(try await iterator.next() == .text("0"))
            let error = await #expect(throws: TalynError.self) { try await connection.send(large) }
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(try await iterator.next() == .text("1"))
        }
    }

    /// The server may have the message. The session leaves it to the sender.
    @Test func messageOnItsWayIsGivenBackAndNotSentAgain() async throws {
        let count = Watched(0)
        try await SocketServer.run(receiveBuffer: 8_192) { server in
            try await server.accept()
            count.update { $0 += 1 }
            if count.value == 1 { return try await server.readSome() }
            #expect(try await server.readFrame().text == "next")
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let session = provider.session(
                FramesTests.Raw(baseURL: server.baseURL),
                codec: .messages,
                reconnection: WebSocketReconnection(backoff: .none)
            )
            let reading = Task { for try await _ in session {} }
            let error = await #expect(throws: TalynError.self) { try await session.send(large) }
            #expect(error?.transportError?.mayHaveBeenSent == true)
            try await session.send(.text("next"))
            try await reading.value
        }
    }

    @Test func serverThatSendsButReadsNothingIsNotAlive() async throws {
        try await SocketServer.run(receiveBuffer: 8_192) { server in
            try await server.accept()
            let message = SocketConversation.frame(0x2, [UInt8](repeating: 1, count: 16_384))
            while true { try await server.write(bytes: message) }
        } _: { server in
            let connection = try await connect(server) {
                $0.pingInterval = .milliseconds(10)
                $0.pongTimeout = .milliseconds(100)
            }
            let reading = Task { for try await _ in connection {} }
            let error = await #expect(throws: TalynError.self) { try await connection.send(large) }
            #expect(error?.transportError?.kind == .timedOut)
            await #expect(throws: TalynError.self) { try await reading.value }
        }
    }

    @Test(arguments: [nil, TLSIdentity.localhost] as [TLSIdentity?])
    func closingEndsASendThatWaits(_ identity: TLSIdentity?) async throws {
        let (started, source) = AsyncStream<Void>.makeStream()
        try await SocketServer.run(identity: identity, receiveBuffer: 8_192) { server in
            try await server.accept()
            try await server.readSome()
            source.yield()
            // Reads nothing more while the other side waits.
            await Promise<Void>().value()
        } _: { server in
            let target = FramesTests.Raw(baseURL: server.baseURL)
            var trusting = TransportOptions()
            trusting.hostTrust["127.0.0.1"] = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            let provider = Provider<FramesTests.Raw>(transport: try AsyncHTTPClientTransport(options: trusting))
            let options = WebSocketOptions { $0.closeTimeout = .milliseconds(50) }
            let connection = try await provider.connect(target, codec: .messages, webSocket: options)
            let sending = Task { try await connection.send(large) }
            for await _ in started { break }
            await connection.close()
            await #expect(throws: TalynError.self) { try await sending.value }
            let late = await #expect(throws: TalynError.self) { try await connection.send(.text("late")) }
            #expect((late?.underlyingError as? WebSocketError)?.kind == .closed)
        }
    }

    @Test func pongsThatNobodyReadsFillNoMemory() async throws {
        let count = 50_000
        let ping: @Sendable (Int) -> [UInt8] = { number in
            SocketConversation.frame(0x9, Array("\(number)".utf8) + [UInt8](repeating: 32, count: 119))
        }
        let pongs = Watched(0)
        let (answered, source) = AsyncStream<Void>.makeStream()
        try await SocketServer.run(receiveBuffer: 8_192) { server in
            try await server.accept()
            for start in stride(from: 0, to: count, by: 500) {
                try await server.write(bytes: (start..<start + 500).flatMap(ping))
            }
            try await server.write(bytes: SocketConversation.frame(0x1, Array("done".utf8)))
            // The server reads after the client has answered all pings.
            for await _ in answered { break }
            var last = ""
            while last != "\(count - 1)" {
                let frame = try await server.readFrame()
                last = String(frame.text.prefix { $0 != " " })
                pongs.update { $0 += 1 }
            }
            try await server.close(1000)
            try await server.readToEnd()
        } _: { server in
            let connection = try await connect(server) { $0.pingInterval = nil }
            for try await _ in connection { source.yield() }
            #expect(pongs.value < count)
        }
    }
}
#endif
