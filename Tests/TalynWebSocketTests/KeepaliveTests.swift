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

    /// A connection that answers each ping after a time, and sends a message after an hour.
    private final class Answering: WebSocketChannel {
        let pings = Recorder<Duration>()
        private let clock: VirtualClock
        private let delay: Duration
        private let isCancelled = Locked(false)

        init(_ clock: VirtualClock, after delay: Duration = .zero) {
            self.clock = clock
            self.delay = delay
        }

        var end: WebSocketClose? { isCancelled.withLock { $0 } ? WebSocketClose(.abnormalClosure) : nil }
        var isPaused: Bool { false }
        var activity: Int { 0 }

        func receive() async throws -> WebSocketMessage? {
            try await clock.sleep(for: .seconds(3_600))
            return .text("late")
        }
        func send(_ message: WebSocketMessage, from site: CallSite?) async throws {}
        func ping() async throws {
            pings.record(clock.now.offset)
            try await clock.sleep(for: delay)
        }
        func close(_ close: WebSocketClose) async { cancel() }
        func cancel() { isCancelled.withLock { $0 = true } }
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

    @Test(arguments: [
        (0, [2, 4, 6, 8]), (1, [2, 4, 6, 8]), (2, [2, 4, 6, 8]), (3, [2, 5, 8]),
    ])
    func intervalBelowTheTimeoutIsKeptUnlessAPongIsMissing(delay: Int, times: [Int]) async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let channel = Answering(clock, after: .seconds(delay))
            let options = WebSocketOptions { $0.pingInterval = .seconds(2) }
            let watch = ConnectionWatch(channel, options, nil)
            try await clock.sleep(for: .seconds(9))
            watch.stop()
            #expect(channel.pings.events == times.map { .seconds($0) })
            #expect(watch.failure == nil)
        }
    }

    @Test func zeroIsNoLimitOfTheWaitForAMessage() async throws {
        let clock = VirtualClock()
        let options = WebSocketOptions {
            $0.messageTimeout = .zero
            $0.pingInterval = .zero
        }
        let message = try await withVirtualTime(clock) {
            let channel = Answering(clock)
            let message = try await ConnectionWatch(channel, options, nil).receive()
            #expect(channel.pings.events.isEmpty)
            return message
        }
        #expect(message == .text("late"))
        #expect(clock.now.offset == .seconds(3_600))
    }

    @Test(arguments: [false, true]) func zeroIsNoLimitOfTheWaitForAPong(isPaused: Bool) async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let channel = Silent()
            channel.isPausedState.withLock { $0 = isPaused }
            let watch = ConnectionWatch(channel, WebSocketOptions { $0.pongTimeout = .zero }, nil)
            try await clock.sleep(for: .seconds(600))
            #expect(watch.failure == nil && channel.end == nil)
            watch.stop()
        }
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
