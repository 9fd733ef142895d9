import Foundation
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// Scripts that end early, late or by an error, in virtual time.
struct StubScriptTests {
    private let stubs = StubSet()
    private var provider: Provider<ChatRoom> { Provider(transport: stubs) }
    private let room = ChatRoom(baseURL: URL(string: "wss://chat.example.com")!)
    private let events = Watched<[String]>([])

    private func note(_ event: String) { events.update { $0.append(event) } }

    /// A script that sleeps for a day, and notes how that ends.
    private func sleepForADay() {
        stubs.on(.webSocket("/rooms/7")) { [self] conversation in
            do {
                try await conversation.sleep(for: .seconds(86_400))
                note("a day")
            } catch {
                note("cancelled")
                throw error
            }
        }
    }

    @Test(arguments: ["close", "cancel", "release"])
    func scriptIsCancelledWhenTheClientLeaves(_ way: String) async throws {
        sleepForADay()
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            do {
                let connection = try await provider.connect(room, options: RequestOptions { $0.deadline = .seconds(9) })
                switch way {
                case "close": await connection.close()
                case "cancel":
                    await #expect(throws: TalynError.self) { for try await _ in connection {} }
                default: break
                }
            }
            await events.wait { !$0.isEmpty }
        }
        #expect(events.value == ["cancelled"])
        #expect(clock.now.offset < .seconds(10))
        #expect(stubs.failures.isEmpty)
    }

    /// A program that serves stubs, or wraps connections, has no other one.
    @Test func releaseOfTheChannelEndsTheScript() async throws {
        sleepForADay()
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            var request = OutgoingRequest(url: URL(string: "https://chat.example.com/rooms/7")!)
            request.webSocket = WebSocketOptions()
            do {
                let response = try await stubs.send(request)
                #expect(response.webSocket?.end == nil)
            }
            await events.wait { !$0.isEmpty }
        }
        #expect(events.value == ["cancelled"])
        #expect(clock.now.offset == .zero)
    }

    /// A slow server still gets what was sent before.
    @Test func scriptGetsTheMessagesBeforeTheClose() async throws {
        stubs.on(.webSocket("/rooms/7")) { [self] conversation in
            try await conversation.sleep(for: .seconds(5))
            try await conversation.expect(json: ChatEvent(name: "1"))
            try await conversation.sleep(for: .seconds(5))
            try await conversation.expect(json: ChatEvent(name: "2"))
            #expect(try await conversation.receive() == nil)
            note("all")
        }
        try await withVirtualTime {
            try await provider.withWebSocket(room) { connection in
                try await connection.send(ChatEvent(name: "1"))
                try await connection.send(ChatEvent(name: "2"))
            }
            await events.wait { !$0.isEmpty }
        }
        #expect(events.value == ["all"])
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test func unexpectedMessageAfterTheCloseStillFailsAtItsLine() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.sleep(for: .seconds(5))
            try await conversation.expect(json: ChatEvent(name: "hello"))
        }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            try await connection.send(ChatEvent(name: "goodbye"), line: 77)
            await connection.close()
            while stubs.failures.isEmpty { await Task.yield() }
        }
        #expect(stubs.failures.map(\.kind) == [.unexpectedMessage])
        #expect(stubs.failures.first?.place?.line == 77)
    }

    /// The script was still busy when the client dropped the connection.
    @Test func messageThatIsNeverReceivedFailsAtItsLine() async throws {
        sleepForADay()
        try await withVirtualTime {
            do {
                let connection = try await provider.connect(room)
                try await connection.send(ChatEvent(name: "lost"), line: 77)
            }
            while stubs.failures.isEmpty { await Task.yield() }
        }
        #expect(stubs.failures.map(\.kind) == [.unexpectedMessage])
        #expect(stubs.failures.first?.place?.line == 77)
        #expect(events.value == ["cancelled"])
    }

    @Test func errorOfTheScriptDropsTheConnection() async throws {
        struct Failure: Error {}
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try conversation.send(json: ChatEvent(name: "1"))
            throw Failure()
        }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            var count = 0
            let error = await #expect(throws: TalynError.self) { for try await _ in connection { count += 1 } }
            #expect(count == 1)
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(error?.transportError?.underlyingError is Failure)
        }
    }

    @Test func halfOpenConnectionLosesWhatTheServerSends() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try conversation.send(json: ChatEvent(name: "1"))
            conversation.stall()
            try conversation.send(json: ChatEvent(name: "2"))
        }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            var names: [String] = []
            let error = await #expect(throws: TalynError.self) {
                for try await event in connection {
                    names.append(event.name)
                    // Into the void.
                    try await connection.send(event)
                }
            }
            #expect(names == ["1"])
            #expect(error?.isTimedOut == true)
        }
    }

    @Test func messageAboveTheLimitFailsTheConnection() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send(.data(Data(count: 100)))
            conversation.send(.data(Data(count: 101)))
        }
        var small = room
        small.webSocket.maximumMessageSize = 100
        try await withVirtualTime {
            let target = small
            let connection = try await provider.connect(target, codec: .messages, webSocket: target.webSocket)
            var sizes: [Int] = []
            let error = await #expect(throws: TalynError.self) {
                for try await message in connection { sizes.append(message.length) }
            }
            #expect(sizes == [100])
            #expect((error?.underlyingError as? WebSocketError)?.kind == .messageTooLarge)
            #expect(connection.end?.code == .messageTooBig)
        }
    }

    @Test func subprotocolThatTheClientDoesNotOfferFailsTheHandshake() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation(subprotocol: "chat.v2") { _ in })
        var offering = room
        offering.webSocket.subprotocols = ["chat.v1", "chat.v2"]
        try await withVirtualTime {
            let connection = try await provider.connect(offering)
            #expect(connection.subprotocol == "chat.v2")
            let error = await #expect(throws: TalynError.self) { try await provider.connect(room) }
            #expect(error?.transportError?.kind == .invalidResponse)
            #expect(error?.transportError?.detail == .unofferedSubprotocol)
        }
    }
}
