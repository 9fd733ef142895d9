import Foundation
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Conversations with scripted servers, in virtual time.
struct StubConversationTests {
    private let stubs = StubSet()
    private var provider: Provider<ChatRoom> { Provider(transport: stubs) }
    private let room = ChatRoom(baseURL: URL(string: "wss://chat.example.com")!)

    @Test func scriptAnswersTheClient() async throws {
        stubs.on(.webSocket("/rooms/{id}")) { conversation in
            try await conversation.expect(json: ChatEvent(name: "hello"))
            try await conversation.sleep(for: .seconds(3_600))
            let id = conversation.request.pathParameters["id"] ?? ""
            try conversation.send(json: ChatEvent(name: "welcome to \(id)"))
        }
        let names = try await withVirtualTime {
            let connection = try await provider.connect(room)
            try await connection.send(ChatEvent(name: "hello"))
            var names: [String] = []
            for try await event in connection { names.append(event.name) }
            #expect(connection.end == WebSocketClose(.normalClosure))
            return names
        }
        #expect(names == ["welcome to 7"])
        #expect(stubs.failures.isEmpty)
    }

    @Test func unexpectedMessageFailsAtTheLineThatSentIt() async throws {
        stubs.on(.webSocket("/rooms/{id}")) { try await $0.expect(json: ChatEvent(name: "hello")) }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            try await connection.send(ChatEvent(name: "goodbye"), line: 1_234)
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            #expect((error?.underlyingError as? WebSocketError)?.close?.code == .policyViolation)
        }
        let failure = try #require(stubs.failures.first)
        #expect(failure.kind == .unexpectedMessage)
        #expect(failure.place?.line == 1_234)
        #expect(failure.description.contains("goodbye") && failure.description.contains("hello"), "\(failure)")
    }

    @Test func messageThatTheScriptNeverReceivesIsAFailure() async throws {
        stubs.on(.webSocket("/rooms/{id}")) { try await $0.sleep(for: .seconds(1)) }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            try await connection.send(ChatEvent(name: "lost"), line: 99)
            for try await _ in connection {}
        }
        #expect(stubs.failures.map(\.kind) == [.unexpectedMessage])
        #expect(stubs.failures.first?.place?.line == 99)
    }

    @Test func stubsForOrdinaryRequestsOpenNoConnection() async throws {
        stubs.on(.get("/rooms/7"), .status(200))
        let error = await #expect(throws: TalynError.self) { try await provider.connect(room) }
        #expect(error?.reason == .unacceptableStatus)
    }

    @Test func droppedConnectionAndViolationAreErrors() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { $0.drop() },
            .conversation { $0.violate(.invalidText) }
        )
        try await withVirtualTime {
            let first = try await provider.connect(room)
            let lost = await #expect(throws: TalynError.self) { for try await _ in first {} }
            #expect(lost?.isConnectionFailure == true)
            let second = try await provider.connect(room)
            let violated = await #expect(throws: TalynError.self) { for try await _ in second {} }
            #expect((violated?.underlyingError as? WebSocketError)?.kind == .invalidText)
        }
    }

    @Test func missingPongEndsTheConnection() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.stall()
            _ = try await conversation.receive()
        }
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let connection = try await provider.connect(room)
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            #expect(error?.isTimedOut == true)
            #expect(error?.transportError?.cause == "The server did not answer a ping within 10.0 s.")
        }
        #expect(clock.now.offset == .seconds(40))
    }

    @Test func answeredPingsKeepTheConnection() async throws {
        stubs.on(.webSocket("/rooms/7")) { try await $0.sleep(for: .seconds(86_400)) }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            for try await _ in connection {}
            #expect(connection.end?.code == .normalClosure)
        }
    }

    @Test func deadlineCountsForTheConnection() async throws {
        stubs.on(.webSocket("/rooms/7")) { _ = try await $0.receive() }
        let options = RequestOptions { $0.deadline = .seconds(100) }
        try await withVirtualTime {
            let connection = try await provider.connect(room, options: options)
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            #expect(error?.transportError?.kind == .deadlineExceeded)
        }
    }

    @Test func closingWaitsNoLongerThanItsTimeout() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.stall()
            _ = try await conversation.receive()
        }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            await connection.close()
            #expect(connection.end?.code == .abnormalClosure)
            for try await _ in connection {}
        }
    }

    @Test func messageThatCannotBeDecodedLeavesTheConnectionOpen() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send("no JSON")
            try conversation.send(json: ChatEvent(name: "good"))
        }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            var iterator = connection.makeAsyncIterator()
            let error = await #expect(throws: TalynError.self) { try await iterator.next() }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .invalidMessage)
            #expect(try await iterator.next() == ChatEvent(name: "good"))
            #expect(try await iterator.next() == nil)
        }
    }
}
