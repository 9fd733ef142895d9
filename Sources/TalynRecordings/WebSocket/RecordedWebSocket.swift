import TalynCore
import _TalynSupport

/// A connection whose messages are recorded while they pass.
///
/// Its release ends the conversation, since it drops the connection.
final class RecordedWebSocket: WebSocketChannel {
    private let base: any WebSocketChannel
    private let log: ConversationLog
    private let isClosing = Locked(false)
    private let onEnd: Locked<((ConversationLog.Content) -> Void)?>

    /// - Parameter onEnd: Gets the conversation. It is called once.
    init(
        _ base: any WebSocketChannel,
        _ log: ConversationLog,
        onEnd: @escaping (ConversationLog.Content) -> Void
    ) {
        self.base = base
        self.log = log
        self.onEnd = Locked(onEnd)
    }

    deinit {
        end(ending)
    }

    var end: WebSocketClose? { base.end }

    var isPaused: Bool { base.isPaused }

    var activity: Int { base.activity }

    func receive() async throws -> WebSocketMessage? {
        do {
            let message = try await base.receive()
            if let message { log.add(message, isSent: false) } else { end(ending) }
            return message
        } catch {
            if let ending = Self.ending(error) {
                end(ending)
            } else if base.end != nil {
                // After a cancelled receive, the connection goes on.
                end(ending)
            }
            throw error
        }
    }

    func send(_ message: WebSocketMessage, from site: CallSite?) async throws {
        // Before it is sent, so that it stands before its answer.
        let number = log.add(message, isSent: true)
        do {
            try await base.send(message, from: site)
        } catch {
            if (error as? WebSocketError)?.kind == .closed { log.remove(number) }
            throw error
        }
    }

    func ping() async throws { try await base.ping() }

    func close(_ close: WebSocketClose) async {
        if base.end == nil { isClosing.withLock { $0 = true } }
        await base.close(close)
        end(ending)
    }

    func cancel() {
        end(ending)
        base.cancel()
    }

    /// The ending by the state of the connection.
    private var ending: Recording.Conversation.Ending {
        let isClosing = isClosing.withLock(\.self)
        guard let close = base.end, isClosing || close.code != .abnormalClosure else { return .open }
        return .closed(close, byClient: isClosing)
    }

    /// The ending by an error; nil for a cancelled task.
    private static func ending(_ error: any Error) -> Recording.Conversation.Ending? {
        switch error {
        case let error as WebSocketError: error.kind.recordedName == nil ? nil : .violation(error.kind)
        case let error as TransportError where error.kind != .cancelled: .lost(error.kind)
        default: nil
        }
    }

    private func end(_ ending: Recording.Conversation.Ending) {
        guard let onEnd = onEnd.withLock({ $0.take() }) else { return }
        var content = log.content
        content.conversation.ending = ending
        onEnd(content)
    }
}
