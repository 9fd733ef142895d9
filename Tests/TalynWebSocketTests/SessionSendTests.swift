import Foundation
import TalynStubs
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynWebSocket

/// A connection that can be lost before it has ended: the messages that have arrived are still to be received.
private final class Channel: WebSocketChannel {
    let isLost: Bool
    private let delivery: TransportError.Delivery?
    let queue = MessageQueue<WebSocketMessage>()
    let sent = Locked<[WebSocketMessage]>([])
    let state = Locked<WebSocketClose?>(nil)

    init(isLost: Bool, delivery: TransportError.Delivery? = nil) {
        self.isLost = isLost
        self.delivery = delivery
        guard isLost else { return }
        for text in ["1", "2"] { queue.add(.text(text)) }
        queue.end(.success(()))
    }

    var end: WebSocketClose? { state.withLock(\.self) }
    var isPaused: Bool { isLost }
    var activity: Int { 0 }

    func receive() async throws -> WebSocketMessage? {
        if let message = try await queue.next() { return message }
        state.withLock { $0 = WebSocketClose(.abnormalClosure) }
        throw TransportError(.connectionLost)
    }
    func send(_ message: WebSocketMessage, from site: CallSite?) async throws {
        if isLost { throw TransportError(.connectionLost, delivery: delivery) }
        sent.withLock { $0.append(message) }
    }
    func ping() async throws {
        if isLost { throw TransportError(.connectionLost, delivery: delivery) }
    }
    func close(_ close: WebSocketClose) async { cancel() }
    func cancel() { queue.end(.success(())) }
}

/// The messages to send of sessions whose connections end, in virtual time.
struct SessionSendTests {
    private let stubs = StubSet()
    private var provider: Provider<ChatRoom> { Provider(transport: stubs) }
    private let room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)

    /// Waits until a session is in a state.
    private func wait(
        _ session: WebSocketSession<ChatEvent, ChatEvent>,
        for isWanted: (WebSocketSession<ChatEvent, ChatEvent>.State) -> Bool
    ) async {
        for await state in session.states where isWanted(state) { return }
    }

    /// A session whose connections use these channels, one after the other.
    private func session(
        of channels: [Channel],
        resume: @escaping @Sendable (WebSocketConnection<String, String>) async throws -> Void = { _ in }
    ) -> WebSocketSession<String, String> {
        let rest = Locked(channels[...])
        let options = WebSocketOptions { $0.pingInterval = nil }
        let driver = SessionDriver<String, String>(
            { _ throws(TalynError) in
                guard let channel = rest.withLock({ $0.popFirst() }) else {
                    throw TalynError(TransportError(.cannotConnect))
                }
                let response = Response(statusCode: 101, data: Data(), headerFields: [:])
                return WebSocketConnection(channel, response, .text, CodingOptions(), options)
            },
            WebSocketReconnection(),
            TimeSource(ContinuousClock()).inScope,
            resume: resume
        )
        return WebSocketSession(driver)
    }

    /// The reader comes after two connections of the sender.
    @Test func messagesBeforeTheEndReachALaterReader() async throws {
        let isClosed = Watched(false)
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { conversation in
                try await conversation.expect(json: ChatEvent(name: "hello"))
                for number in 1...3 { try conversation.send(json: ChatEvent(name: "\(number)")) }
                conversation.close(.serviceRestart)
                isClosed.update { $0 = true }
            },
            .conversation { conversation in
                try await conversation.expect(json: ChatEvent(name: "again"))
                try conversation.send(json: ChatEvent(name: "4"))
            }
        )
        try await withVirtualTime {
            let session = provider.session(room)
            try await session.send(ChatEvent(name: "hello"))
            await isClosed.wait { $0 }
            try await session.send(ChatEvent(name: "again"))
            let names = try await session.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["1", "2", "3", "4"])
        }
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    /// Each server greets.
    @Test func senderWithoutAReaderGetsFurtherConnections() async throws {
        let dropped = Watched(0)
        stubs.on(.webSocket("/rooms/7"), times: .exactly(4)) { conversation in
            try conversation.send(json: ChatEvent(name: "welcome"))
            try await conversation.expect(json: ChatEvent(name: "hello"))
            conversation.drop()
            dropped.update { $0 += 1 }
        }
        try await withVirtualTime {
            let session = provider.session(room)
            for number in 1...4 {
                try await session.send(ChatEvent(name: "hello"))
                await dropped.wait { $0 == number }
            }
        }
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func senderWaitsForAReaderOfManyMessages() async throws {
        let dropped = Watched(0)
        stubs.on(.webSocket("/rooms/7")) { conversation in
            for number in 0..<64 { try conversation.send(json: ChatEvent(name: "\(number)")) }
            try await conversation.expect(json: ChatEvent(name: "hello"))
            conversation.drop()
            dropped.update { $0 += 1 }
        }
        try await withVirtualTime {
            let session = provider.session(room)
            for number in 1...2 {
                try await session.send(ChatEvent(name: "hello"))
                await dropped.wait { $0 == number }
            }
            let error = await #expect(throws: TalynError.self) { try await session.send(ChatEvent(name: "hello")) }
            #expect(error?.isTimedOut == true)
            #expect(error?.transportError?.cause?.hasSuffix(" of its messages wait for a reader.") == true)
        }
    }

    /// The network connection is lost, and nobody receives the messages that have arrived.
    @Test func messageAfterALostConnectionGoesToTheNextOne() async throws {
        let (first, second) = (Channel(isLost: true, delivery: .notSent), Channel(isLost: false))
        let channels = [first, second]
        try await withVirtualTime {
            let session = session(of: channels)
            let error = await #expect(throws: TalynError.self) { try await session.send("a") }
            #expect(error?.transportError?.mayHaveBeenSent == false)
            try await session.send("b")
            var messages = session.makeAsyncIterator()
            #expect(try await messages.next() == "1")
            #expect(try await messages.next() == "2")
            await session.close()
        }
        let sent = second.sent.withLock { $0 }
        #expect(sent == [.text("b")])
    }

    /// The server resets the connection. The closure hears of it before the connection has ended.
    @Test(arguments: [true, false]) func closureThatFindsItsConnectionLostIsAnOutage(byPing: Bool) async throws {
        let (first, second) = (Channel(isLost: true), Channel(isLost: false))
        try await withVirtualTime {
            let session = session(of: [first, second]) { connection in
                if byPing { try await connection.ping() }
                try await connection.send("subscribe")
            }
            var messages = session.makeAsyncIterator()
            #expect(try await messages.next() == "1")
            #expect(try await messages.next() == "2")
            try await session.send("a")
            await session.close()
        }
        #expect(second.sent.withLock { $0 } == [.text("subscribe"), .text("a")])
    }

    /// The connection has ended when its messages are read.
    @Test func messageThatCannotBeDecodedLosesNoOther() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { conversation in
                conversation.send("no JSON")
                try conversation.send(json: ChatEvent(name: "1"))
                conversation.drop()
            },
            .conversation { try $0.send(json: ChatEvent(name: "2")) }
        )
        try await withVirtualTime {
            let session = provider.session(room)
            var messages = session.makeAsyncIterator()
            let error = await #expect(throws: TalynError.self) { try await messages.next() }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .invalidMessage)
            var names: [String] = []
            while let event = try await messages.next() { names.append(event.name) }
            #expect(names == ["1", "2"])
        }
    }

    /// Without a sender, the next connection waits for the reader, who knows where to go on.
    @Test func readerThatSendsGetsTheNextConnectionAndTheRestOfTheLast() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { conversation in
                for number in 1...3 { try conversation.send(json: ChatEvent(name: "\(number)")) }
                conversation.drop()
            },
            .conversation { conversation in
                for number in 1...3 { try await conversation.expect(json: ChatEvent(name: "\(number)")) }
            }
        )
        try await withVirtualTime {
            let session = provider.session(room)
            for try await event in session { try await session.send(event) }
        }
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func cancelledSenderLeavesTheSessionToTheOthers() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { $0.drop() },
            .conversation { conversation in
                try await conversation.expect(json: ChatEvent(name: "second"))
                try conversation.send(json: ChatEvent(name: "got it"))
            }
        )
        try await withVirtualTime {
            let session = provider.session(room)
            async let names = session.reduce(into: [String]()) { $0.append($1.name) }
            await wait(session) { if case .waiting = $0 { true } else { false } }
            await withTaskGroup(of: TalynError?.self) { group in
                group.addTask {
                    let result = await Result { () async throws(TalynError) in
                        try await session.send(ChatEvent(name: "first"))
                    }
                    if case .failure(let error) = result { return error }
                    return nil
                }
                await Task.yield()
                group.cancelAll()
                #expect(await group.next()??.isCancelled == true)
            }
            try await session.send(ChatEvent(name: "second"))
            #expect(try await names == ["got it"])
        }
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func messageWaitsForAConnectionNoLongerThanAllowed() async throws {
        let calls = Watched(0)
        stubs.on(
            .webSocket("/rooms/7"),
            .answer { _ in
                calls.update { count in
                    count += 1
                    return count
                } == 1 ? .conversation { $0.drop() } : .status(503)
            }
        )
        try await withVirtualTime {
            let rules = WebSocketReconnection(maximumWait: .seconds(20))
            let session = provider.session(room, reconnection: rules)
            async let end = session.reduce(0) { count, _ in count + 1 }
            await wait(session) { if case .waiting = $0 { true } else { false } }
            let error = await #expect(throws: TalynError.self) { try await session.send(ChatEvent(name: "late")) }
            #expect(error?.isTimedOut == true)
            #expect(error?.transportError?.mayHaveBeenSent == false)
            await session.close()
            _ = try await end
        }
    }

    @Test func sendersOfAnEndedSessionFail() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.close(.policyViolation) })
        await withVirtualTime {
            let session = provider.session(room)
            await #expect(throws: TalynError.self) { for try await _ in session {} }
            let failed = await #expect(throws: TalynError.self) { try await session.send(ChatEvent(name: "late")) }
            #expect((failed?.underlyingError as? WebSocketError)?.close?.code == .policyViolation)
            let closed = provider.session(room)
            await closed.close()
            let error = await #expect(throws: TalynError.self) { try await closed.send(ChatEvent(name: "late")) }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .closed)
        }
        #expect(stubs.requests.count == 1)
    }
}
