import Foundation
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Sessions over several connections, in virtual time.
struct SessionTests {
    private let stubs = StubSet()
    private var provider: Provider<ChatRoom> { Provider(transport: stubs) }
    private let room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)

    @Test func lostConnectionIsReplacedAfterItsMessages() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation {
                try await $0.expect(json: ChatEvent(name: "subscribe after 0"))
                try $0.send(json: ChatEvent(name: "1"))
                try $0.send(json: ChatEvent(name: "2"))
                $0.drop()
            },
            .status(503),
            .conversation {
                try await $0.expect(json: ChatEvent(name: "subscribe after 2"))
                try $0.send(json: ChatEvent(name: "3"))
            }
        )
        try await withVirtualTime {
            let count = Watched(0)
            let session = provider.session(room) { connection in
                try await connection.send(ChatEvent(name: "subscribe after \(count.value)"))
            }
            var names: [String] = []
            for try await event in session {
                names.append(event.name)
                count.update { $0 += 1 }
            }
            #expect(names == ["1", "2", "3"])
            if case .closed(nil) = session.state {} else { Issue.record("\(session.state)") }
        }
        #expect(stubs.failures.isEmpty)
    }

    @Test func firstHandshakeThatFailsFailsTheSession() async throws {
        stubs.on(.webSocket("/rooms/7"), .status(503))
        await withVirtualTime {
            let session = provider.session(room)
            let error = await #expect(throws: TalynError.self) { for try await _ in session {} }
            #expect(error?.statusCode == 503)
            let late = await #expect(throws: TalynError.self) { try await session.send(ChatEvent(name: "late")) }
            #expect(late?.statusCode == 503)
        }
    }

    @Test(arguments: [1000, 1008, 4000])
    func otherEndsAreFinal(_ code: UInt16) async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.close(WebSocketCloseCode(rawValue: code), reason: "why") })
        try await withVirtualTime {
            let session = provider.session(room)
            let result = await Result { () async throws in for try await _ in session {} }
            if code == 1000 { return try result.get() }
            let error = #expect(throws: TalynError.self) { try result.get() }
            #expect((error?.underlyingError as? WebSocketError)?.close?.code.rawValue == code)
        }
    }

    @Test func failuresInARowAreLimited() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.drop() })
        await withVirtualTime {
            let rules = WebSocketReconnection(maximumFailures: 3)
            let session = provider.session(room, reconnection: rules)
            let error = await #expect(throws: TalynError.self) { for try await _ in session {} }
            #expect(error?.isConnectionFailure == true)
        }
        #expect(stubs.requests.count == 3)
    }

    @Test func connectionWithAMessageIsNoFailure() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { conversation in
                try conversation.send(json: ChatEvent(name: "hello"))
                conversation.drop()
            },
            .conversation { $0.drop() }
        )
        await withVirtualTime {
            let session = provider.session(room, reconnection: WebSocketReconnection(maximumFailures: 1))
            await #expect(throws: TalynError.self) { for try await _ in session {} }
        }
        #expect(stubs.requests.count == 2)
    }

    @Test func senderWaitsForTheNextConnection() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { $0.close(.serviceRestart) },
            .conversation { conversation in
                try await conversation.expect(json: ChatEvent(name: "hello"))
                try conversation.send(json: ChatEvent(name: "got it"))
            }
        )
        try await withVirtualTime {
            let session = provider.session(room)
            async let names = session.reduce(into: [String]()) { $0.append($1.name) }
            var failures = 0
            while true {
                do {
                    try await session.send(ChatEvent(name: "hello"))
                    break
                } catch {
                    // It may not have arrived: the caller decides.
                    failures += 1
                }
            }
            let received = try await names
            #expect(received == ["got it"])
            #expect(failures <= 1)
        }
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func statesShowTheConnection() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.close(.goingAway) }, .conversation { $0.close() })
        try await withVirtualTime {
            let session = provider.session(room)
            let states = session.states
            for try await _ in session {}
            var names: [String] = []
            for await state in states {
                names.append(String("\(state)".prefix { $0 != "(" }))
            }
            #expect(names == ["idle", "connecting", "open", "waiting", "connecting", "open", "closed"])
        }
    }

    @Test func closedSessionEndsItsReader() async throws {
        stubs.on(.webSocket("/rooms/7")) { _ = try await $0.receive() }
        try await withVirtualTime {
            let session = provider.session(room)
            async let count = session.reduce(0) { count, _ in count + 1 }
            try await session.send(ChatEvent(name: "hello"))
            await session.close()
            let received = try await count
            #expect(received == 0)
        }
    }
}
