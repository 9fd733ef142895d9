import Foundation
import HTTPTypes
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// The waits between the connections of a session.
struct ReconnectionTests {
    private let lost = WebSocketClose(.abnormalClosure)

    @Test func backOffGrowsWithJitterUntilAMessageArrives() {
        var most = ConstantGenerator.most
        var least = ConstantGenerator.least
        var machine = ReconnectionStateMachine(WebSocketReconnection(backoff: Backoff(base: .seconds(1))))
        machine.opened()
        #expect(machine.ended(lost, random: &most) == .reconnect(after: .seconds(1)))
        #expect(machine.ended(lost, random: &most) == .reconnect(after: .seconds(2)))
        #expect(machine.ended(lost, random: &least) == .reconnect(after: .zero))
        machine.received()
        #expect(machine.ended(lost, random: &most) == .reconnect(after: .seconds(1)))
    }

    @Test func retryAfterIsAddedUpToItsLimit() {
        var most = ConstantGenerator.most
        let rules = WebSocketReconnection(backoff: Backoff(base: .seconds(1)))
        var machine = ReconnectionStateMachine(rules)
        machine.opened()
        let error = TalynError(TransportError(.connectionLost))
        #expect(machine.failed(error, wait: .seconds(60), random: &most) == .reconnect(after: .seconds(61)))
        #expect(machine.failed(error, wait: .seconds(61), random: &most) == .fail)
        #expect(machine.failed(error, wait: .seconds(-5), random: &most) == .reconnect(after: .seconds(2)))
        var heedless = rules
        heedless.maximumRetryAfter = nil
        machine = ReconnectionStateMachine(heedless)
        machine.opened()
        #expect(machine.failed(error, wait: .seconds(61), random: &most) == .reconnect(after: .seconds(1)))
    }

    @Test(arguments: [30, 3_600])
    func retryAfterOfARefusedHandshakeIsLimited(_ seconds: Int) async throws {
        let stubs = StubSet()
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { $0.drop() },
            .status(503, headerFields: [.retryAfter: "\(seconds)"]),
            .conversation { try $0.send(json: ChatEvent(name: "back")) }
        )
        let clock = VirtualClock()
        let provider = Provider<ChatRoom>(transport: stubs, clock: clock)
        let room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)
        let result = await withVirtualTime(clock) {
            let session = provider.session(room, reconnection: WebSocketReconnection(backoff: .none))
            return await Result { () async throws in
                try await session.reduce(into: [String]()) { $0.append($1.name) }
            }
        }
        if seconds == 30 {
            #expect(try result.get() == ["back"])
            #expect(clock.now.offset == .seconds(30))
        } else {
            let error = #expect(throws: TalynError.self) { try result.get() }
            #expect(error?.statusCode == 503)
            #expect(clock.now.offset == .zero)
        }
    }

    @Test func certificateIsNoOutage() {
        var random = ConstantGenerator.least
        var machine = ReconnectionStateMachine(WebSocketReconnection())
        machine.opened()
        let untrusted = TransportError(.secureConnectionFailed, detail: .untrustedServer)
        #expect(machine.failed(TalynError(untrusted), wait: nil, random: &random) == .fail)
        let cut = TransportError(.secureConnectionFailed)
        #expect(machine.failed(TalynError(cut), wait: nil, random: &random) == .reconnect(after: .zero))
    }
}
