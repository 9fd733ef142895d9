import TalynStubs
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynWebSocket

/// Pings that a connection doesn't answer, in virtual time.
struct KeepaliveTests {
    /// A connection that never answers a ping.
    private final class Silent: WebSocketChannel {
        let isPausedState = Locked(false)
        let activityState = Locked(0)
        let queue = MessageQueue<WebSocketMessage>()

        var end: WebSocketClose? { queue.hasEnded ? WebSocketClose(.abnormalClosure) : nil }
        var isPaused: Bool { isPausedState.withLock { $0 } }
        var activity: Int { activityState.withLock { $0 } }

        func receive() async throws -> WebSocketMessage? { try await queue.next() }
        func send(_ message: WebSocketMessage, from site: CallSite?) async throws {}
        func ping() async throws { await queue.waitForEnd() }
        func close(_ close: WebSocketClose) async { cancel() }
        func cancel() { queue.end(.success(())) }
    }

    private func watch(_ channel: Silent) -> ConnectionWatch { ConnectionWatch(channel, WebSocketOptions(), nil) }

    @Test func missingPongIsNoticedAfterTheTimeout() async throws {
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            let channel = Silent()
            let watch = watch(channel)
            await channel.queue.waitForEnd()
            #expect(watch.failure?.kind == .timedOut)
        }
        #expect(clock.now.offset == .seconds(40))
    }

    /// The pong is behind messages that nobody receives.
    @Test func pausedConnectionIsNotLost() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let channel = Silent()
            channel.isPausedState.withLock { $0 = true }
            let watch = watch(channel)
            try await clock.sleep(for: .seconds(600))
            #expect(watch.failure == nil && channel.end == nil)
            channel.isPausedState.withLock { $0 = false }
            await channel.queue.waitForEnd()
            #expect(watch.failure?.kind == .timedOut)
        }
    }

    /// The connection ends at the same time.
    @Test func messageAtTheLimitIsNotLost() async throws {
        final class Late: WebSocketChannel {
            let message = Promise<WebSocketMessage>()
            let isReceived = Locked(false)

            var end: WebSocketClose? {
                message.resolve(.text("last"))
                return WebSocketClose()
            }
            var isPaused: Bool { false }
            var activity: Int { 0 }

            func receive() async throws -> WebSocketMessage? {
                let wasReceived = isReceived.withLock { isReceived in
                    defer { isReceived = true }
                    return isReceived
                }
                return wasReceived ? nil : await message.finalValue()
            }
            func send(_ message: WebSocketMessage, from site: CallSite?) async throws {}
            func ping() async throws {}
            func close(_ close: WebSocketClose) async {}
            func cancel() {}
        }
        let options = WebSocketOptions {
            $0.messageTimeout = .seconds(60)
            $0.pingInterval = nil
        }
        let messages = try await withVirtualTime {
            let watch = ConnectionWatch(Late(), options, nil)
            return [try await watch.receive(), try await watch.receive()]
        }
        #expect(messages == [.text("last"), nil])
    }

    /// A large message delays the ping or its pong.
    @Test func connectionWithOtherBytesIsNotLost() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let channel = Silent()
            let watch = watch(channel)
            for _ in 0..<100 {
                try await clock.sleep(for: .seconds(9))
                channel.activityState.withLock { $0 += 1 }
            }
            #expect(watch.failure == nil && channel.end == nil)
            await channel.queue.waitForEnd()
            #expect(watch.failure?.kind == .timedOut)
        }
    }
}
