import TalynCore
import _TalynFoundation
import _TalynSupport

/// Reads the messages of an entry, as Chrome writes them. Others have some members missing, or control frames.
struct ConversationReader {
    private var conversation = Recording.Conversation()

    /// - Parameters:
    ///   - messages: The messages; nil if the file lacks them.
    ///   - own: The end of the conversation in a file of Talyn.
    ///   - failure: The failure of the connection.
    /// - Throws: ``EntryReader/Problem`` for an invalid message.
    static func conversation(
        _ messages: [HAREntry.Message]?,
        _ own: HAREntry.Own?,
        _ failure: TransportError.Kind?
    ) throws(EntryReader.Problem) -> Recording.Conversation {
        var reader = ConversationReader()
        guard let messages else {
            reader.conversation.ending = .incomplete("has no messages in the file")
            return reader.conversation
        }
        for (index, message) in messages.enumerated() {
            guard try reader.read(message, "_webSocketMessages[\(index)]") else { return reader.conversation }
        }
        if let ending = try ending(own, failure) { reader.conversation.ending = ending }
        return reader.conversation
    }

    /// - Returns: Whether further messages follow.
    private mutating func read(_ message: HAREntry.Message, _ member: String) throws(EntryReader.Problem) -> Bool {
        let opcode = message.opcode?.value ?? 1
        let isSent: Bool
        switch message.type {
        case "send": isSent = true
        case "receive": isSent = false
        // Chrome's message for a connection that failed.
        case "error": return end(.lost(.connectionLost))
        default: return end(.incomplete("has \(member), which wasn't sent or received"))
        }
        let data = message.data ?? ""
        switch opcode {
        case 1: add(.text(data), message, isSent)
        case 2:
            guard let bytes = Data(base64Encoded: data) else {
                throw EntryReader.Problem(member: "\(member).data", text: "isn't base64")
            }
            add(.data(bytes), message, isSent)
        case 8: return end(.closed(Self.close(data), byClient: isSent))
        // Pings and pongs, which a replay answers by itself.
        case 9, 10: break
        default: return end(.incomplete("has \(member) with an unknown opcode"))
        }
        return true
    }

    private mutating func add(_ content: WebSocketMessage, _ message: HAREntry.Message, _ isSent: Bool) {
        let length = message.length.map { Int(clamping: $0) }
        conversation.messages.append(
            Recording.Conversation.Message(
                isSent: isSent,
                content: content,
                date: message.time.flatMap { Self.date($0.value) },
                // The content is masked, so it can be as long as the whole.
                wholeLength: message.data == nil ? length ?? 0 : length
            )
        )
    }

    private mutating func end(_ ending: Recording.Conversation.Ending) -> Bool {
        conversation.ending = ending
        return false
    }

    private static func date(_ seconds: Double) -> Date? {
        // Until the year 9999.
        (0..<253_402_300_800).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// The payload of a close frame. Programs that write it keep its code and its reason, or only the reason.
    private static func close(_ data: String) -> WebSocketClose {
        guard let bytes = Data(base64Encoded: data), bytes.count >= 2 else {
            return WebSocketClose(.normalClosure, reason: data)
        }
        let code = WebSocketCloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
        guard code.isAllowedInFrame else { return WebSocketClose(.normalClosure, reason: data) }
        return WebSocketClose(code, reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
    }

    /// The end that Talyn has recorded; nil without one.
    private static func ending(
        _ own: HAREntry.Own?,
        _ failure: TransportError.Kind?
    ) throws(EntryReader.Problem) -> Recording.Conversation.Ending? {
        if own?.truncated == true {
            return .incomplete("has only the first messages of \(Int(clamping: own?.messages)) in the file")
        }
        if let failure { return .lost(failure) }
        guard let close = own?.close else { return nil }
        if let error = close.error {
            guard let kind = WebSocketError.Kind(recordedName: error) else {
                throw EntryReader.Problem(member: "_talyn.close.error", text: "isn't a violation of the protocol")
            }
            return .violation(kind)
        }
        guard let number = close.code?.value, let code = UInt16(exactly: number) else {
            throw EntryReader.Problem(member: "_talyn.close.code", text: "isn't a close code")
        }
        let end = WebSocketClose(WebSocketCloseCode(rawValue: code), reason: close.reason ?? "")
        return .closed(end, byClient: close.by == "client")
    }
}

extension Int {
    /// The number; zero for a missing one.
    fileprivate init(clamping number: HAREntry.Number?) {
        self = Int(clamping: Swift.max(number?.value ?? 0, 0))
    }
}
