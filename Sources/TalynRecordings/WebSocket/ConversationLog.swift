import TalynCore
import _TalynFoundation
import _TalynSupport

/// The messages of an open connection, up to a limit.
final class ConversationLog: Sendable {
    struct Content: Sendable {
        var conversation = Recording.Conversation()
        /// The number of messages, with those beyond the limit.
        var count = 0
        /// The bytes up to the limit that are left.
        fileprivate var room: Int
        /// The time from the handshake to now, or to the end.
        var duration = Duration.zero

        /// Whether messages beyond the limit are missing.
        var isCutOff: Bool {
            count > conversation.messages.count || conversation.messages.last?.isCutOff == true
        }
    }

    /// The bytes that a message takes beside its content.
    private static let overhead = 64

    private let startedAt: Date
    private let start: Duration
    private let time: TimeSource
    private let limit: Int
    private let sharedRoom: Locked<Int>
    private let state: Lock<Content>

    /// - Parameters:
    ///   - limit: The number of bytes to keep.
    ///   - sharedRoom: The number of bytes that all logs together may still keep.
    ///   - startedAt: The date of the connection.
    ///   - time: The clock of the messages.
    init(limit: Int, sharedRoom: Locked<Int>, startedAt: Date, time: TimeSource) {
        self.limit = max(limit, 0)
        self.sharedRoom = sharedRoom
        self.startedAt = startedAt
        self.time = time
        start = time.now
        state = Lock(Content(room: max(limit, 0)))
    }

    deinit {
        let size = limit - state.withLock(\.room)
        sharedRoom.withLock { $0 += size }
    }

    /// The content up to now.
    var content: Content {
        var content = state.withLock { $0 }
        content.duration = time.now - start
        return content
    }

    /// Keeps a message, or counts it beyond the limit.
    ///
    /// - Returns: The number of the message.
    @discardableResult
    func add(_ message: WebSocketMessage, isSent: Bool) -> Int {
        let date = startedAt + (time.now - start).seconds
        return state.withLock { content in
            defer { content.count += 1 }
            // A later message isn't kept, either: a replay needs those before it.
            guard !content.isCutOff, let kept = beginning(of: message, &content.room) else { return content.count }
            content.conversation.messages.append(
                Recording.Conversation.Message(
                    isSent: isSent,
                    content: kept,
                    date: date,
                    wholeLength: kept.length < message.length ? message.length : nil
                )
            )
            return content.count
        }
    }

    /// The part of a message that there is room for; nil without room.
    private func beginning(of message: WebSocketMessage, _ room: inout Int) -> WebSocketMessage? {
        sharedRoom.withLock { sharedRoom in
            let length = min(room, sharedRoom) - Self.overhead
            guard length > 0 else { return nil }
            let beginning = message.prefix(length)
            room -= Self.overhead + beginning.length
            sharedRoom -= Self.overhead + beginning.length
            return beginning
        }
    }

    /// Removes a message that wasn't sent.
    func remove(_ number: Int) {
        state.withLock { content in
            // Another one may have passed meanwhile. A replay then expects this one, too.
            guard content.count == number + 1 else { return }
            content.count -= 1
            if content.conversation.messages.count > number { content.conversation.messages.removeLast() }
        }
    }
}

extension WebSocketMessage {
    /// The beginning of the message, of at most a number of bytes.
    fileprivate func prefix(_ length: Int) -> WebSocketMessage {
        guard self.length > length else { return self }
        switch self {
        case .data(let data):
            return .data(Data(data.prefix(length)))
        case .text(let text):
            // A scalar isn't cut in two.
            var end = text.utf8.index(text.utf8.startIndex, offsetBy: length)
            while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
            return .text(String(text[..<end]))
        }
    }
}
