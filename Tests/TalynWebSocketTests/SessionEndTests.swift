import Foundation
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// The end of sessions in each of their states, in virtual time.
struct SessionEndTests {
    private typealias Session = WebSocketSession<ChatEvent, ChatEvent>

    private let stubs = StubSet()
    private var provider: Provider<ChatRoom> { Provider(transport: stubs) }
    private let room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)

    private func wait(_ session: Session, for name: String) async {
        for await state in session.states where "\(state)".hasPrefix(name) { return }
    }

    @Test func stateIsSeenByALateSubscriberAndEndsWithTheSession() async throws {
        stubs.on(.webSocket("/rooms/7")) { _ = try await $0.receive() }
        try await withVirtualTime {
            let session = provider.session(room)
            try await session.send(ChatEvent(name: "hello"))
            let late = session.states
            await session.close()
            var names: [String] = []
            for await state in late { names.append(String("\(state)".prefix { $0 != "(" })) }
            #expect(names == ["open", "closed"])
            var count = 0
            for await _ in session.states { count += 1 }
            #expect(count == 1)
        }
    }

    @Test func sessionIsClosedWhileItWaits() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.drop() }, .status(503))
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let rules = WebSocketReconnection(backoff: Backoff(base: .seconds(3_600), maximum: .seconds(3_600)))
            let session = provider.session(room, reconnection: rules)
            async let end = session.reduce(0) { count, _ in count + 1 }
            await wait(session, for: "waiting")
            let start = clock.now
            await session.close()
            _ = try await end
            #expect(clock.now == start)
            if case .closed(nil) = session.state {} else { Issue.record("\(session.state)") }
        }
        #expect(stubs.requests.count == 1)
    }

    @Test func sessionIsClosedInTheHandshake() async throws {
        let conversation = StubAnswer.conversation { _ = try await $0.receive() }
        stubs.on(.webSocket("/rooms/7"), conversation.with(FaultScript(.latency(.seconds(3_600)))))
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let session = provider.session(room)
            async let end = session.reduce(0) { count, _ in count + 1 }
            async let sent = Result { () async throws in try await session.send(ChatEvent(name: "late")) }
            await wait(session, for: "connecting")
            await session.close()
            _ = try await end
            guard case .failure(let error as TalynError) = await sent else {
                Issue.record("It was sent.")
                return
            }
            #expect((error.underlyingError as? WebSocketError)?.kind == .closed)
        }
        #expect(clock.now.offset < .seconds(3_600))
    }

    @Test func sessionIsClosedWhileItResumes() async throws {
        let ends = Watched<[WebSocketClose?]>([])
        stubs.on(.webSocket("/rooms/7")) { conversation in
            while try await conversation.receive() != nil {}
            ends.update { $0.append(conversation.end) }
        }
        try await withVirtualTime {
            let isResuming = Watched(false)
            let session = provider.session(room) { connection in
                isResuming.update { $0 = true }
                for try await _ in connection {}
                try Task.checkCancellation()
            }
            async let end = session.reduce(0) { count, _ in count + 1 }
            await isResuming.wait { $0 }
            try await session.close(WebSocketCloseCode(rawValue: 4_000), reason: "done")
            _ = try await end
            await ends.wait { !$0.isEmpty }
        }
        #expect(ends.value == [WebSocketClose(WebSocketCloseCode(rawValue: 4_000), reason: "done")])
    }

    /// The connection isn't dropped.
    @Test func closureThatThrowsClosesTheConnection() async throws {
        struct Failure: Error {}
        let ends = Watched<[WebSocketClose?]>([])
        stubs.on(.webSocket("/rooms/7")) { conversation in
            while try await conversation.receive() != nil {}
            ends.update { $0.append(conversation.end) }
        }
        await withVirtualTime {
            let session = provider.session(room) { _ in throw Failure() }
            let error = await #expect(throws: TalynError.self) { for try await _ in session {} }
            #expect(error?.underlyingError is Failure)
            await ends.wait { !$0.isEmpty }
        }
        #expect(ends.value == [WebSocketClose(.goingAway)])
    }

    /// The messages that arrived before the end of the connection aren't lost.
    @Test func closureThatFailsWithItsConnectionIsAnOutage() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { conversation in
                try conversation.send(json: ChatEvent(name: "1"))
                conversation.drop()
            },
            .conversation { conversation in
                _ = try await conversation.receive()
                try conversation.send(json: ChatEvent(name: "2"))
            }
        )
        try await withVirtualTime {
            let session = provider.session(room) { try await $0.send(ChatEvent(name: "subscribe")) }
            let names = try await session.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["1", "2"])
        }
    }

    @Test func closeCodeAndReasonReachTheServer() async throws {
        let ends = Watched<[WebSocketClose?]>([])
        stubs.on(.webSocket("/rooms/7")) { conversation in
            while try await conversation.receive() != nil {}
            ends.update { $0.append(conversation.end) }
        }
        try await withVirtualTime {
            let session = provider.session(room)
            try await session.send(ChatEvent(name: "hello"))
            let refused = await #expect(throws: TalynError.self) { try await session.close(.noStatusReceived) }
            #expect((refused?.underlyingError as? WebSocketError)?.kind == .invalidClose)
            try await session.send(ChatEvent(name: "still open"))
            try await session.close(WebSocketCloseCode(rawValue: 4_000), reason: "done")
            await ends.wait { !$0.isEmpty }
        }
        #expect(ends.value == [WebSocketClose(WebSocketCloseCode(rawValue: 4_000), reason: "done")])
    }

    @Test func messagesBeforeTheCloseAreRead() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            _ = try await conversation.receive()
            for number in 1...3 { try conversation.send(json: ChatEvent(name: "\(number)")) }
            _ = try await conversation.receive()
        }
        try await withVirtualTime {
            let session = provider.session(room)
            var messages = session.makeAsyncIterator()
            try await session.send(ChatEvent(name: "hello"))
            #expect(try await messages.next()?.name == "1")
            await session.close()
            #expect(try await messages.next()?.name == "2")
            #expect(try await messages.next()?.name == "3")
            #expect(try await messages.next() == nil)
        }
    }

    /// One of two readers is cancelled. Nobody waits for ever.
    @Test func cancelledReaderEndsTheSessionForAll() async throws {
        let ends = Watched<[WebSocketClose?]>([])
        stubs.on(.webSocket("/rooms/7")) { conversation in
            while try await conversation.receive() != nil {}
            ends.update { $0.append(conversation.end) }
        }
        try await withVirtualTime {
            let session = provider.session(room)
            try await session.send(ChatEvent(name: "hello"))
            async let other = Result { () async throws in try await session.reduce(0) { count, _ in count + 1 } }
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ = await Result { () async throws in try await session.reduce(0) { count, _ in count + 1 } }
                }
                await Task.yield()
                group.cancelAll()
            }
            guard case .failure(let error as TalynError) = await other else {
                Issue.record("It goes on.")
                return
            }
            #expect(error.isCancelled)
            await #expect(throws: TalynError.self) { try await session.send(ChatEvent(name: "late")) }
            await ends.wait { !$0.isEmpty }
        }
        #expect(ends.value == [WebSocketClose(.goingAway)])
    }

    @Test func releasedSessionClosesItsConnection() async throws {
        let ends = Watched<[WebSocketClose?]>([])
        stubs.on(.webSocket("/rooms/7")) { conversation in
            while try await conversation.receive() != nil {}
            ends.update { $0.append(conversation.end) }
        }
        try await withVirtualTime {
            try await provider.session(room).send(ChatEvent(name: "hello"))
            await ends.wait { !$0.isEmpty }
        }
        #expect(ends.value == [WebSocketClose(.goingAway)])
    }

    @Test func deadlineCountsForAllConnectionsTogether() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.sleep(for: .seconds(40))
            conversation.drop()
        }
        let options = RequestOptions { $0.deadline = .seconds(100) }
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            let session = provider.session(room, reconnection: WebSocketReconnection(backoff: .none), options: options)
            let error = await #expect(throws: TalynError.self) { for try await _ in session {} }
            #expect(error?.transportError?.kind == .deadlineExceeded)
        }
        #expect(clock.now.offset == .seconds(100))
        #expect(stubs.requests.count == 3)
    }

    /// The server goes away again and again, which isn't a normal end for a session.
    @Test func failuresAfterGoingAwayAreLimited() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.close(.goingAway) })
        await withVirtualTime {
            let session = provider.session(room, reconnection: WebSocketReconnection(maximumFailures: 2))
            let error = await #expect(throws: TalynError.self) { for try await _ in session {} }
            #expect((error?.underlyingError as? WebSocketError)?.close?.code == .goingAway)
        }
        #expect(stubs.requests.count == 2)
    }
}
