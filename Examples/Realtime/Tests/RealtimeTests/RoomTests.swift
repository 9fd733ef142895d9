import Foundation
import Talyn
import TalynStubs
import TalynWebSocket
import TestSupport
import Testing

@testable import Realtime

/// A member against scripted rooms, in virtual time.
struct RoomTests {
    private let stubs = StubSet()
    private let hello = Line(number: 1, id: UUID(), name: "bob", text: "hello")
    private let bye = Line(number: 2, id: UUID(), name: "bob", text: "bye")

    private var room: Room {
        Room(
            "lounge",
            as: "ada",
            at: URL(string: "https://chat.example.com")!,
            provider: Provider(transport: stubs)
        )
    }

    @Test func lostConnectionContinuesAfterTheLastLine() async throws {
        stubs.on(
            .webSocket("/rooms/lounge"),
            .conversation(subprotocol: "room.v1") { [hello] conversation in
                try await conversation.expect(json: Command.join(name: "ada", after: 0))
                try conversation.send(json: Event.present(names: ["ada", "bob"]))
                try conversation.send(json: Event.said(line: hello))
                conversation.drop()
            },
            .status(503),
            .conversation(subprotocol: "room.v1") { [hello, bye] conversation in
                try await conversation.expect(json: Command.join(name: "ada", after: 1))
                try conversation.send(json: Event.said(line: hello))
                try conversation.send(json: Event.said(line: bye))
            }
        )
        let shown = Recorder<Event>()
        try await withVirtualTime {
            let room = room
            try await room.run { shown.record($0) }
            #expect(await room.state.lines == [hello, bye])
            #expect(await room.state.present == ["ada", "bob"])
        }
        #expect(shown.events == [.present(names: ["ada", "bob"]), .said(line: hello), .said(line: bye)])
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func lineThatMayBeLostIsSaidAgain() async throws {
        let commands = Recorder<Command>()
        stubs.on(
            .webSocket("/rooms/lounge"),
            .conversation { conversation in
                try await conversation.expect(json: Command.join(name: "ada", after: 0))
                try conversation.send(json: Event.present(names: ["ada"]))
                commands.record(try await conversation.command())
                conversation.drop()
            },
            .conversation { conversation in
                try await conversation.expect(json: Command.join(name: "ada", after: 0))
                let command = try await conversation.command()
                commands.record(command)
                guard case .say(let id, let text) = command else { return }
                try conversation.send(json: Event.said(line: Line(number: 1, id: id, name: "ada", text: text)))
            }
        )
        try await withVirtualTime {
            let room = room
            try await room.run { event in
                guard case .present = event else { return }
                await #expect(throws: Never.self) { try await room.say("hello") }
            }
            #expect(await room.state.lines.map(\.text) == ["hello"])
            #expect(await room.state.pending.isEmpty)
        }
        #expect(commands.events.count == 2)
        #expect(Set(commands.events).count == 1)
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func lineInAClosedRoomIsAnErrorAndIsForgotten() async throws {
        stubs.on(.webSocket("/rooms/lounge"), .status(403))
        await withVirtualTime {
            let room = room
            let error = await #expect(throws: TalynError.self) { try await room.say("hello") }
            #expect(error?.statusCode == 403)
            #expect(await room.state.pending.isEmpty)
        }
    }
}

extension StubConversation {
    fileprivate func command() async throws -> Command {
        guard case .text(let text)? = try await receive() else { throw CancellationError() }
        return try JSONDecoder().decode(Command.self, from: Data(text.utf8))
    }
}
