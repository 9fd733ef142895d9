#if Tools && os(Linux)
import Foundation
import RealtimeServer
import Talyn
import TalynWebSocket
import TestSupport
import Testing

@testable import Realtime

/// Members against the server, over loopback.
@Suite(.sockets) struct RoomServerTests {
    /// A member whose events a test waits for.
    private struct Member {
        let room: Room
        private let running: Task<Void, any Error>
        private var events: AsyncStream<Event>.Iterator

        init(_ name: String, _ url: URL, room: String = "lounge") {
            let (events, continuation) = AsyncStream.makeStream(of: Event.self)
            let backoff = Backoff(base: .milliseconds(10), maximum: .milliseconds(50))
            let member = Room(room, as: name, at: url, reconnection: WebSocketReconnection(backoff: backoff))
            self.room = member
            self.events = events.makeAsyncIterator()
            running = Task {
                defer { continuation.finish() }
                try await member.run { continuation.yield($0) }
            }
        }

        /// The next line.
        mutating func line() async -> Line? {
            while let event = await events.next(isolation: nil) {
                if case .said(let line) = event { return line }
            }
            return nil
        }

        /// Waits until these members are present.
        mutating func sees(_ names: String...) async -> Bool {
            while let event = await events.next(isolation: nil) {
                if event == .present(names: names) { return true }
            }
            return false
        }

        func leave() async throws {
            await room.leave()
            try await running.value
        }
    }

    @Test func membersSeeEachOtherAndTheirLines() async throws {
        try await RoomServer.run { url, _ in
            var ada = Member("ada", url)
            #expect(await ada.sees("ada"))
            var bob = Member("bob", url)
            #expect(await ada.sees("ada", "bob"))
            try await bob.room.say("hello")
            for line in [await ada.line(), await bob.line()] {
                #expect(line?.number == 1 && line?.name == "bob" && line?.text == "hello")
            }
            try await bob.leave()
            #expect(await ada.sees("ada"))
            // Another room knows nothing of it, and a late member all.
            var other = Member("carl", url, room: "library")
            #expect(await other.sees("carl"))
            var late = Member("dora", url)
            #expect(await late.line()?.text == "hello")
            for member in [ada, other, late] { try await member.leave() }
        }
    }

    @Test func membersComeBackAfterARestart() async throws {
        try await RoomServer.run { url, server in
            var ada = Member("ada", url)
            #expect(await ada.sees("ada"))
            try await ada.room.say("one")
            #expect(await ada.line()?.text == "one")
            await server.disconnectAll()
            try await ada.room.say("two")
            let line = await ada.line()
            #expect(line?.text == "two" && line?.number == 2)
            try await ada.leave()
            #expect(await ada.room.state.lines.map(\.text) == ["one", "two"])
            #expect(await ada.room.state.pending.isEmpty)
        }
    }

    /// A connection that nobody serves is closed.
    @Test func serverEndsWhileClientsConnect() async throws {
        for _ in 0..<20 {
            let clients = try await RoomServer.run { url, _ in
                let clients = (0..<8).map { _ in
                    Task { _ = try? await Provider<RoomTarget>().connect(RoomTarget(baseURL: url, room: "lounge")) }
                }
                await clients.first?.value
                return clients
            }
            // A connection that the system has taken, but not the server, isn't answered.
            for client in clients { client.cancel() }
            for client in clients { await client.value }
        }
    }

    @Test func anotherPathIsRefused() async throws {
        try await RoomServer.run { url, _ in
            let room = Room("lounge", as: "ada", at: url.appending(path: "other"))
            let error = await #expect(throws: TalynError.self) { try await room.run() }
            #expect(error?.statusCode == 404)
        }
    }
}
#endif
