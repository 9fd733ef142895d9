#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import NIOEmbedded
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// The handler of an open connection, on a channel whose room the test decides.
struct WebSocketHandlerTests {
    /// A frame of the client, unmasked.
    private struct Frame: Equatable {
        let first: UInt8
        let payload: [UInt8]

        var code: Int? { payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1]) }
    }

    private let channel = EmbeddedChannel()
    private let inbox: WebSocketInbox
    private let outbox = WebSocketOutbox(limit: 64)
    private let handler: WebSocketHandler

    init() throws {
        let options = WebSocketOptions { $0.queueLimit = 2 }
        inbox = WebSocketInbox(options)
        handler = WebSocketHandler(inbox, outbox, options, origin: nil)
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        handler.open()
    }

    private func receive(_ frames: [UInt8]...) throws {
        try channel.writeInbound(ByteBuffer(bytes: frames.flatMap { $0 }))
    }

    private func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    private func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] { [first, UInt8(payload.count)] + payload }

    private func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

    private func close(_ code: Int) -> [UInt8] { frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)]) }

    private func send(_ text: String, maximumSize: Int = 1_000) -> WebSocketHandler.Completion {
        let completion = WebSocketHandler.Completion()
        handler.send(WebSocketFrames.frames(of: .text(text), maximumSize: maximumSize), completion)
        return completion
    }

    private func sent() throws -> [Frame] {
        var frames: [Frame] = []
        while var bytes = try channel.readOutbound(as: ByteBuffer.self) {
            let first = bytes.readInteger(as: UInt8.self) ?? 0
            #expect(bytes.readInteger(as: UInt8.self).map { Int($0 & 0x7F) } == bytes.readableBytes - 4)
            let key = bytes.readBytes(length: 4) ?? []
            let payload = bytes.readBytes(length: bytes.readableBytes) ?? []
            frames.append(Frame(first: first, payload: payload.enumerated().map { $1 ^ key[$0 % 4] }))
        }
        return frames
    }

    private func failure(of completion: WebSocketHandler.Completion) async -> (any Error)? {
        guard case .failure(let error)? = await completion.value() else { return nil }
        return error
    }

    // MARK: Pings

    @Test func eachPingIsAnsweredWhileThereIsRoom() throws {
        try receive(frame(0x89, [1]), frame(0x89, [2]))
        #expect(try sent() == [Frame(first: 0x8A, payload: [1]), Frame(first: 0x8A, payload: [2])])
    }

    /// RFC 6455, section 5.5.3.
    @Test func onlyTheLastPingIsAnsweredAfterAWaitForRoom() throws {
        setWritable(false)
        for number in 0..<100 { try receive(frame(0x89, [UInt8(number)])) }
        #expect(try sent() == [])
        setWritable(true)
        #expect(try sent() == [Frame(first: 0x8A, payload: [99])])
    }

    @Test func bytesOfAServerThatReadsNothingAreNoActivity() throws {
        let before = inbox.activity
        try receive(frame(0x89))
        #expect(inbox.activity != before)
        setWritable(false)
        let blocked = inbox.activity
        try receive(frame(0x89))
        #expect(inbox.activity == blocked)
        setWritable(true)
        #expect(inbox.activity != blocked)
    }

    // MARK: Activity

    /// Takes frames only when the test says so.
    private final class SlowNetwork: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private(set) var bytes = ByteBuffer()
        private(set) var promises: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            bytes.writeImmutableBuffer(unwrapOutboundIn(data))
            if let promise { promises.append(promise) }
        }
    }

    @Test(arguments: [32 << 10, 1 << 20]) func largeFrameThatLeavesSlowlyIsActivity(_ maximumSize: Int) async throws {
        let network = SlowNetwork()
        try channel.pipeline.syncOperations.addHandler(network, position: .first)
        let message = send(String(repeating: "a", count: maximumSize), maximumSize: maximumSize)
        #expect(network.promises.count == maximumSize >> 14)
        #expect(network.bytes.readableBytes == maximumSize + (maximumSize < 1 << 16 ? 8 : 14))
        for promise in network.promises {
            let before = inbox.activity
            promise.succeed()
            #expect(inbox.activity != before)
        }
        #expect(await failure(of: message) == nil)
    }

    /// The system takes them, whether the server is there or not.
    @Test func messagesThatLeaveAtOnceAreNoActivity() async {
        let before = inbox.activity
        let message = send(String(repeating: "a", count: 100_000), maximumSize: 100_000)
        #expect(await failure(of: message) == nil)
        #expect(inbox.activity == before)
    }

    // MARK: Close

    @Test func closeFrameOfTheServerIsAnsweredThoughOursWaits() async throws {
        setWritable(false)
        let message = send("late")
        handler.close(WebSocketClose(WebSocketCloseCode(rawValue: 3_000)))
        try receive(close(1_001), frame(0x89))
        #expect(try sent().map(\.code) == [1_001])
        #expect((await failure(of: message) as? WebSocketError)?.kind == .closed)
        setWritable(true)
        #expect(try sent() == [])
        #expect(inbox.close?.code == .goingAway)
    }

    @Test func violationIsAnsweredThoughOurCloseFrameWaits() throws {
        setWritable(false)
        handler.close(WebSocketClose())
        try receive([0xC1, 0x00])
        #expect(try sent().map(\.code) == [1_002])
        setWritable(true)
        #expect(try sent() == [])
    }

    @Test func closeFrameFollowsTheMessagesBeforeItAndIsTheLast() async throws {
        setWritable(false)
        let message = send("first second", maximumSize: 6)
        handler.close(WebSocketClose(reason: "bye"))
        #expect((await failure(of: send("late")) as? WebSocketError)?.kind == .closed)
        setWritable(true)
        let frames = try sent()
        #expect(frames.map(\.first) == [0x01, 0x80, 0x88])
        #expect(frames.last?.code == 1_000)
        #expect(await failure(of: message) == nil)
        try receive(frame(0x89), close(1_000))
        #expect(try sent() == [])
    }

    /// Our answer to the close frame of the server may still wait in the system.
    @Test func connectionAfterAClosingHandshakeIsNotDropped() throws {
        var socket: AsyncHTTPClientWebSocket? = AsyncHTTPClientWebSocket(
            channel,
            NIOLoopBound(handler, eventLoop: channel.eventLoop),
            inbox,
            outbox,
            maximumFrameSize: 1_000
        )
        try receive(close(1_000))
        socket?.cancel()
        socket = nil
        channel.embeddedEventLoop.run()
        #expect(channel.isActive)
        #expect(try sent().map(\.code) == [1_000])
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test func releasedConnectionIsDropped() throws {
        var socket: AsyncHTTPClientWebSocket? = AsyncHTTPClientWebSocket(
            channel,
            NIOLoopBound(handler, eventLoop: channel.eventLoop),
            inbox,
            outbox,
            maximumFrameSize: 1_000
        )
        #expect(socket?.end == nil)
        socket = nil
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
    }

    // MARK: Send buffer

    /// Returns whether the message is the first one in the buffer; nil if it isn't in the buffer.
    private func add(_ text: String) -> Bool? {
        switch outbox.add(WebSocketFrames.frames(of: .text(text), maximumSize: 1_000)) {
        case .added(let isFirst): isFirst
        case .refused: nil
        }
    }

    private func sentTexts() throws -> [String] { try sent().map { String(decoding: $0.payload, as: UTF8.self) } }

    @Test func messagesOfTheBufferGoOutTogether() throws {
        #expect(add("a") == true)
        #expect(add("b") == false)
        _ = send("c")
        #expect(try sentTexts() == ["a", "b", "c"])
        handler.sendOutbox()
        #expect(try sentTexts() == [])
        #expect(add("d") == true)
    }

    @Test func bufferHasRoomAfterTheNetworkHasTakenMessages() throws {
        let text = String(repeating: "x", count: 20)
        setWritable(false)
        #expect(add(text) == true)
        #expect(add(text) == false)
        #expect(add(text) == nil)
        handler.sendOutbox()
        #expect(add(text) == nil)
        setWritable(true)
        #expect(add(text) == true)
        #expect(try sentTexts() == [text, text])
        #expect(add(String(repeating: "x", count: 100)) == nil)
    }

    @Test func closeFrameFollowsTheMessagesOfTheBuffer() throws {
        #expect(add("a") == true)
        handler.close(WebSocketClose())
        #expect(add("b") == nil)
        #expect(try sent().map(\.first) == [0x81, 0x88])
    }

    /// By a close frame, and by a frame with a reserved bit.
    @Test(arguments: [false, true]) func messagesOfTheBufferComeBeforeTheEnd(isViolation: Bool) async throws {
        let reading = Task { [inbox] in try await inbox.messages.next() }
        while !inbox.messages.isAwaited() { await Task.yield() }
        #expect(add("answer") == true)
        try receive(isViolation ? frame(0xC1) : close(1_000))
        #expect(try sent().map(\.first) == [0x81, 0x88])
        _ = await reading.result
        #expect(add("late") == nil)
    }

    @Test func bufferOfALostConnectionTakesNothing() throws {
        #expect(add("a") == true)
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        #expect(add("b") == nil)
        handler.sendOutbox()
        #expect(try sent() == [])
    }

    // MARK: Lost connections

    @Test func whatWaitsFailsThoughNobodyReceives() async throws {
        try receive(text("a"), text("b"), text("c"))
        #expect(inbox.messages.isPaused)
        setWritable(false)
        let message = send("waits")
        let ping = WebSocketHandler.Completion()
        handler.ping(ping)
        channel.close(promise: nil)
        #expect((await failure(of: message) as? TransportError)?.kind == .connectionLost)
        #expect((await failure(of: ping) as? TransportError)?.kind == .connectionLost)
        #expect((await failure(of: send("late")) as? TransportError)?.kind == .connectionLost)
        channel.embeddedEventLoop.run()
        #expect((await failure(of: send("later")) as? TransportError)?.kind == .connectionLost)
    }

    @Test func closeFrameBehindUnreceivedMessagesIsKept() async throws {
        try receive(text("a"), text("b"), text("c"), close(4_000))
        try await channel.close().get()
        channel.embeddedEventLoop.run()
        var texts: [WebSocketMessage] = []
        while let message = try await inbox.messages.next(onRoom: { handler.resume() }) { texts.append(message) }
        #expect(texts == [.text("a"), .text("b"), .text("c")])
        #expect(inbox.close?.code.rawValue == 4_000)
    }

    @Test func droppedConnectionEndsAtOnce() async throws {
        setWritable(false)
        let message = send("waits")
        handler.drop()
        #expect((await failure(of: message) as? TransportError)?.kind == .connectionLost)
        #expect(inbox.close?.code == .abnormalClosure)
        #expect(!channel.isActive)
        await #expect(throws: TransportError.self) { try await inbox.messages.next() }
    }
}
#endif
