import Foundation
import TalynPlugins
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Limits of calls on handshakes, in virtual time. They count no open connections.
struct HandshakeLimitTests {
    private let stubs = StubSet()
    private let room = ChatRoom(baseURL: URL(string: "wss://chat.example.com")!)

    @Test func handshakesWaitForTheRate() async throws {
        stubs.on(.webSocket("/rooms/7")) { _ = try await $0.receive() }
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let limit = RateLimitPlugin(1, per: .seconds(10), clock: clock)
            let provider = Provider<ChatRoom>(transport: stubs, plugins: [limit])
            var open: [WebSocketConnection<ChatEvent, ChatEvent>] = []
            for _ in 0..<3 { open.append(try await provider.connect(room)) }
            #expect(clock.now.offset == .seconds(20))
            for connection in open {
                #expect(connection.end == nil)
                await connection.close()
            }
        }
    }

    @Test func handshakesOfASessionWaitForTheRate() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { $0.drop() },
            .conversation { try $0.send(json: ChatEvent(name: "back")) }
        )
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let limit = RateLimitPlugin(1, per: .seconds(10), clock: clock)
            let provider = Provider<ChatRoom>(transport: stubs, plugins: [limit])
            let session = provider.session(room, reconnection: WebSocketReconnection(backoff: .none))
            let names = try await session.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["back"])
        }
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func handshakesRunOneAfterTheOtherAndConnectionsTogether() async throws {
        let conversation = StubAnswer.conversation { _ = try await $0.receive() }
        stubs.on(.webSocket("/rooms/7"), conversation.with(FaultScript(.latency(.seconds(5)))))
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let provider = Provider<ChatRoom>(transport: stubs, plugins: [ConcurrencyLimitPlugin(1, clock: clock)])
            let room = room
            let open = try await withThrowingTaskGroup(of: WebSocketConnection<ChatEvent, ChatEvent>.self) { group in
                for _ in 0..<3 { group.addTask { try await provider.connect(room) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(clock.now.offset == .seconds(15))
            #expect(open.allSatisfy { $0.end == nil })
            for connection in open { await connection.close() }
        }
    }
}
