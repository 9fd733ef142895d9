import TalynCore
import _TalynSupport

/// Sends the pings of a connection, and ends it after a missing pong or message, and at the deadline of its call.
final class ConnectionWatch: Sendable {
    private struct State {
        /// The close frame of the caller; nil before it.
        var close: WebSocketClose?
        var failure: TransportError?
        var isLost = false
        var tasks: [Task<Void, Never>] = []
    }

    let time: TimeSource
    private let channel: any WebSocketChannel
    private let origin: Origin?
    private let messageTimeout: Duration?
    private let state = Locked(State())

    init(_ channel: any WebSocketChannel, _ options: WebSocketOptions, _ context: CallContext?) {
        time = TimeSource(context?.clock ?? ContinuousClock())
        self.channel = channel
        messageTimeout = options.messageTimeout
        origin = (context?.endpoint.url).flatMap { Origin($0) }
        if let left = context?.timeLeft {
            let limit = time.timer(for: left)
            run { watch in
                guard (try? await limit.wait()) != nil else { return }
                watch.fail(.deadlineExceeded, cause: nil)
            }
        }
        if let interval = options.pingInterval, interval > .zero {
            run { await $0.sendPings(every: interval, timeout: options.pongTimeout) }
        }
    }

    /// The limit that ended the connection; nil if none did.
    var failure: TransportError? { state.withLock(\.failure) }

    /// Whether the caller closes the connection.
    var isClosing: Bool { state.withLock { $0.close != nil } }

    /// Notes how the caller closes the connection. The first call counts.
    ///
    /// - Returns: The close frame of the first call.
    func close(by close: WebSocketClose) -> WebSocketClose {
        let first = state.withLock { state in
            let first = state.close ?? close
            state.close = first
            return first
        }
        stop()
        return first
    }

    /// Whether the network connection is gone. The server's last messages may still have to be received.
    var isLost: Bool { state.withLock(\.isLost) }

    /// Notes the loss of the network connection, if the error of a sender or of a ping is one.
    func noteLoss(_ error: any Error) {
        guard (error as? TransportError)?.kind == .connectionLost else { return }
        state.withLock { $0.isLost = true }
    }

    func stop() {
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }

    /// The next message; nil at the end.
    func receive() async throws -> WebSocketMessage? {
        guard let messageTimeout, messageTimeout > .zero else { return try await channel.receive() }
        let limit = TimeLimit(duration: messageTimeout, time: time)
        let last = Locked<WebSocketMessage?>(nil)
        let result = await limit.outcome { [channel] in
            await Result { () async throws in
                let message = try await channel.receive()
                last.withLock { $0 = message }
                return message
            }
        } onReach: {
            self.fail(.timedOut, cause: "The server sent no message within \(messageTimeout.inWords).")
        }
        if let result { return try result.get() }
        // A message that came at the last moment isn't lost.
        if let message = last.withLock(\.self) { return message }
        if let failure { throw failure }
        // The connection has ended at the same time.
        return try await channel.receive()
    }

    private func run(_ work: @escaping @Sendable (ConnectionWatch) async -> Void) {
        let task = Task.inScope { await work(self) }
        state.withLock { $0.tasks.append(task) }
    }

    private func sendPings(every interval: Duration, timeout: Duration) async {
        var pause = interval
        while (try? await time.sleep(for: pause)) != nil, channel.end == nil {
            let start = time.now
            let isAnswered = Promise<Bool>()
            // The end of the connection ends it. A cancelled ping could drop a connection that the caller closes.
            Task.inScope { [channel] in
                if (try? await channel.ping()) != nil { isAnswered.resolve(true) }
            }
            let timer = Task.inScope { [channel, time] in
                guard timeout > .zero else { return }
                var wasPaused: Bool
                var activity: Int
                repeat {
                    // A connection whose messages aren't received doesn't read the pong. A large message delays the ping or the pong.
                    wasPaused = channel.isPaused
                    activity = channel.activity
                    guard (try? await time.sleep(for: timeout)) != nil else { return }
                } while wasPaused || channel.isPaused || channel.activity != activity
                isAnswered.resolve(false)
            }
            let answer = await isAnswered.value()
            timer.cancel()
            guard let answer, channel.end == nil else { return }
            guard answer else {
                return fail(.timedOut, cause: "The server did not answer a ping within \(timeout.inWords).")
            }
            pause = max(interval - (time.now - start), .zero)
        }
    }

    private func fail(_ kind: TransportError.Kind, cause: String?) {
        guard channel.end == nil else { return }
        state.withLock { $0.failure = TransportError(kind, origin: origin, cause: cause, delivery: .sent) }
        channel.cancel()
    }
}
