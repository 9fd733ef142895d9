import Foundation
import TalynStubs
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynWebSocket

/// The end of connections by the client, in virtual time.
struct ClosingTests {
    private let stubs = StubSet()
    private var provider: Provider<ChatRoom> { Provider(transport: stubs) }
    private let room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)
    private let ends = Watched<[WebSocketClose?]>([])

    /// A server that notes the end of each conversation.
    private func noteEnds() {
        stubs.on(.webSocket("/rooms/7")) { [ends] conversation in
            while try await conversation.receive() != nil {}
            ends.update { $0.append(conversation.end) }
        }
    }

    // MARK: Codes and reasons

    @Test(arguments: [1000, 1001, 1003, 1007, 1014, 3000, 4999])
    func codeThatAFrameCanHaveIsSent(_ code: UInt16) async throws {
        noteEnds()
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            let end = try await connection.close(WebSocketCloseCode(rawValue: code), reason: "done")
            #expect(end == WebSocketClose(WebSocketCloseCode(rawValue: code), reason: "done"))
            await ends.wait { !$0.isEmpty }
        }
        #expect(ends.value.map { $0?.code.rawValue } == [code])
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535])
    func otherCodeIsRefusedAndLeavesTheConnectionOpen(_ code: UInt16) async throws {
        noteEnds()
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            let error = await #expect(throws: TalynError.self) {
                try await connection.close(WebSocketCloseCode(rawValue: code))
            }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .invalidClose)
            #expect(error?.context != nil)
            #expect(connection.end == nil)
            try await connection.send(ChatEvent(name: "still open"))
        }
    }

    /// An umlaut has two bytes.
    @Test func reasonAboveItsLimitIsRefused() async throws {
        noteEnds()
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            let tooLong = String(repeating: "ä", count: 62)
            let error = await #expect(throws: TalynError.self) {
                try await connection.close(.normalClosure, reason: tooLong)
            }
            #expect((error?.underlyingError as? WebSocketError)?.cause?.contains("124") == true)
            let end = try await connection.close(.normalClosure, reason: String(tooLong.dropLast()))
            #expect(end.reason.utf8.count == 122)
        }
    }

    @Test(arguments: [0, 1004, 1006, 1015, 2999, 5000])
    func codeThatNoFrameMayHaveIsAViolationOfTheServer(_ code: UInt16) async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.close(WebSocketCloseCode(rawValue: code)) })
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            #expect((error?.underlyingError as? WebSocketError)?.kind == .protocolViolation)
            #expect(connection.end?.code == .protocolError)
        }
    }

    @Test func closeFrameWithoutACodeIsANormalEnd() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.close(.noStatusReceived) })
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            for try await _ in connection {}
            #expect(connection.end?.code == .noStatusReceived)
        }
    }

    // MARK: Cancellation

    @Test func scopeClosesAfterACancellationToo() async throws {
        noteEnds()
        let isOpen = Watched(false)
        await withVirtualTime {
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [provider, room] in
                    try await provider.withWebSocket(room) { connection in
                        isOpen.update { $0 = true }
                        for try await _ in connection {}
                    }
                }
                await isOpen.wait { $0 }
                group.cancelAll()
                let error = await #expect(throws: TalynError.self) { try await group.waitForAll() }
                #expect(error?.isCancelled == true)
            }
            // The scope has waited for the server.
            #expect(ends.value == [WebSocketClose(.goingAway)])
        }
    }

    /// A cleanup after a cancellation.
    @Test func cancelledTaskClosesWithItsCode() async throws {
        noteEnds()
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            await withTaskGroup(of: WebSocketClose.self) { group in
                group.cancelAll()
                group.addTask { await connection.close() }
                #expect(await group.next() == WebSocketClose(.normalClosure))
            }
        }
        #expect(ends.value == [WebSocketClose(.normalClosure)])
    }

    @Test func closingReportsThatTheServerDidNotAgree() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.stall()
            _ = try await conversation.receive()
        }
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let connection = try await provider.connect(room)
            #expect(await connection.close().code == .abnormalClosure)
        }
        #expect(clock.now.offset == .seconds(10))
    }

    /// A connection that a cancelled ping drops, as SwiftNIO's does.
    @Test func closingWithoutAPongKeepsTheClosingHandshake() async throws {
        final class Channel: WebSocketChannel {
            let queue = MessageQueue<WebSocketMessage>()
            let isPinged = Watched(false)
            let isClosing = Watched(false)
            let state = Locked<WebSocketClose?>(nil)
            var end: WebSocketClose? { state.withLock { $0 } }
            var isPaused: Bool { false }
            var activity: Int { 0 }

            func receive() async throws -> WebSocketMessage? { try await queue.next() }
            func send(_ message: WebSocketMessage, from site: CallSite?) async throws {}
            func ping() async throws {
                isPinged.update { $0 = true }
                await withTaskCancellationHandler {
                    await queue.waitForEnd()
                } onCancel: {
                    cancel()
                }
            }
            func close(_ close: WebSocketClose) async {
                isClosing.update { $0 = true }
                await queue.waitForEnd()
            }
            func cancel() { agree(WebSocketClose(.abnormalClosure)) }
            func agree(_ close: WebSocketClose) {
                state.withLock { $0 = $0 ?? close }
                queue.end(.success(()))
            }
        }
        await withVirtualTime {
            let channel = Channel()
            let response = Response(statusCode: 101, data: Data(), headerFields: [:])
            let connection = WebSocketConnection(channel, response, .text, CodingOptions(), WebSocketOptions())
            await channel.isPinged.wait { $0 }
            // The task is cancelled, too.
            await withTaskGroup(of: WebSocketClose.self) { group in
                group.cancelAll()
                group.addTask { await connection.close() }
                await channel.isClosing.wait { $0 }
                channel.agree(WebSocketClose(.normalClosure, reason: "agreed"))
                #expect(await group.next() == WebSocketClose(.normalClosure, reason: "agreed"))
            }
        }
    }

    /// The server sends faster than the client receives.
    @Test func cancelledReaderEndsWithMessagesInTheQueue() async throws {
        let isSent = Watched(false)
        stubs.on(.webSocket("/rooms/7")) { [ends] conversation in
            for number in 0..<20 { try conversation.send(json: ChatEvent(name: "\(number)")) }
            isSent.update { $0 = true }
            while try await conversation.receive() != nil {}
            ends.update { $0.append(conversation.end) }
        }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            await isSent.wait { $0 }
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    let error = await #expect(throws: TalynError.self) {
                        for try await event in connection { Issue.record("\(event)") }
                    }
                    #expect(error?.isCancelled == true)
                }
            }
            // The first close frame counts.
            #expect(await connection.close() == WebSocketClose(.goingAway))
            await ends.wait { !$0.isEmpty }
        }
        #expect(ends.value == [WebSocketClose(.goingAway)])
    }

    /// A connection of the caller, whose closing handshake ignores cancellation.
    @Test func closingEndsByItsLimit() async throws {
        final class Stubborn: WebSocketChannel {
            let isDropped = Promise<Void>()
            var end: WebSocketClose? { nil }
            var isPaused: Bool { false }
            var activity: Int { 0 }

            func receive() async throws -> WebSocketMessage? { nil }
            func send(_ message: WebSocketMessage, from site: CallSite?) async throws {}
            func ping() async throws {}
            func close(_ close: WebSocketClose) async { await isDropped.finalValue() }
            func cancel() { isDropped.resolve(()) }
        }
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            let response = Response(statusCode: 101, data: Data(), headerFields: [:])
            let options = WebSocketOptions { $0.pingInterval = nil }
            let connection = WebSocketConnection(Stubborn(), response, .text, CodingOptions(), options)
            #expect(await connection.close().code == .abnormalClosure)
        }
        #expect(clock.now.offset == .seconds(10))
    }

    // MARK: Several tasks

    @Test func readersShareTheMessagesAndTheEnd() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.sleep(for: .seconds(1))
            for number in 0..<20 { try conversation.send(json: ChatEvent(name: "\(number)")) }
        }
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            let names = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<3 {
                    group.addTask { try await connection.reduce(into: []) { $0.append($1.name) } }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(names) == Set((0..<20).map(String.init)))
            #expect(names.count == 20)
        }
    }

    /// The others hear of the end.
    @Test func cancelledReaderClosesTheConnectionOfTheOthers() async throws {
        noteEnds()
        try await withVirtualTime {
            let connection = try await provider.connect(room)
            async let other = connection.reduce(0) { count, _ in count + 1 }
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ = await Result { () async throws in try await connection.reduce(0) { count, _ in count + 1 } }
                }
                await Task.yield()
                group.cancelAll()
            }
            _ = try await other
            #expect(connection.end?.code == .goingAway)
            let late = await #expect(throws: TalynError.self) { try await connection.send(ChatEvent(name: "late")) }
            #expect((late?.underlyingError as? WebSocketError)?.kind == .closed)
            #expect(await connection.close().code == .goingAway)
        }
    }

    // MARK: Limits

    @Test func silentServerIsNoticedByItsReader() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            for _ in 0..<3 {
                try await conversation.sleep(for: .seconds(50))
                try conversation.send(json: ChatEvent(name: "tick"))
            }
            _ = try await conversation.receive()
        }
        var patient = room
        patient.webSocket.messageTimeout = .seconds(60)
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let connection = try await provider.connect(patient)
            let error = await #expect(throws: TalynError.self) { for try await _ in connection {} }
            #expect(error?.isTimedOut == true)
            #expect(error?.transportError?.cause == "The server sent no message within 60.0 s.")
        }
        #expect(clock.now.offset == .seconds(210))
    }

    /// Its timer would keep the connection for the rest of the day.
    @Test func limitsEndWithTheConnection() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation { $0.close() })
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let connection = try await provider.connect(
                room,
                options: RequestOptions { $0.deadline = .seconds(86_400) }
            )
            for try await _ in connection {}
            try await clock.sleep(for: .seconds(1))
            #expect(clock.sleeperCount == 0)
            #expect(connection.end != nil)
        }
    }
}
