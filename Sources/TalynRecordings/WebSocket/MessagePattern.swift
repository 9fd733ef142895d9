import TalynCore
import _TalynFoundation
import _TalynSupport

/// A recorded message of the client, which the client's own message is compared with: JSON by its value, and secrets by their masks.
struct MessagePattern: Sendable {
    /// The recorded content, with its secrets masked. A mask matches any text.
    private let content: WebSocketMessage
    private let wholeLength: Int?
    private let redaction: Redaction
    private let secrets: Secrets

    /// - Parameters:
    ///   - redaction: The mask of the recorded message, before it is compared.
    ///   - secrets: The secrets of the request.
    init(_ message: Recording.Conversation.Message, _ redaction: Redaction, _ secrets: Secrets) {
        content = BodyRedaction(redaction: redaction, secrets: secrets).webSocketMessage(message.content)
        wholeLength = message.wholeLength
        self.redaction = redaction
        self.secrets = secrets
    }

    private func masked(_ message: WebSocketMessage) -> WebSocketMessage {
        BodyRedaction(redaction: redaction, secrets: secrets).webSocketMessage(message)
    }

    /// Whether a message is like the recorded one.
    func matches(_ message: WebSocketMessage) -> Bool {
        if let wholeLength { return isSameKind(message) && message.length == wholeLength }
        if content == message { return true }
        switch (content, message) {
        case (.text(let pattern), .text(let text)):
            if let json = Self.json(pattern) { return Self.json(text).map { Self.matches(json, $0) } ?? false }
            return Self.matches(pattern, text)
        case (.data(let pattern), .data): return .data(pattern) == masked(message)
        default: return false
        }
    }

    /// The message, for a text of an error.
    var text: String { Self.text(content) }

    /// A message of the client, for a text of an error.
    func text(of message: WebSocketMessage) -> String { Self.text(masked(message)) }

    private static func text(_ content: WebSocketMessage) -> String {
        guard case .text(let text) = content else { return "\(content)" }
        return "the text \(text.prefix(200).debugDescription)"
    }

    private func isSameKind(_ message: WebSocketMessage) -> Bool {
        switch (content, message) {
        case (.text, .text), (.data, .data): true
        default: false
        }
    }

    private static func json(_ text: String) -> JSONNode? {
        BodyRedaction.startsAsJSON(text) ? try? JSONNode(json: Data(text.utf8)) : nil
    }

    private static func matches(_ pattern: JSONNode, _ node: JSONNode) -> Bool {
        switch (pattern, node) {
        case (.string(Redaction.mask), .string), (.string(Redaction.mask), .number): true
        case (.string(let pattern), .string(let text)): matches(pattern, text)
        case (.number(let digits), .number(let others)): BodyKey.canonical(digits) == BodyKey.canonical(others)
        case (.array(let patterns), .array(let elements)):
            patterns.count == elements.count && zip(patterns, elements).allSatisfy { matches($0, $1) }
        case (.object(let members), .object(let others)):
            members.count == others.count
                && members.allSatisfy { member in node[member.name].map { matches(member.value, $0) } ?? false }
        default: pattern == node
        }
    }

    /// Whether a text has the parts of a masked text, in their order.
    private static func matches(_ pattern: String, _ text: String) -> Bool {
        let parts = pattern.components(separatedBy: Redaction.mask)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == text }
        guard text.utf8.count >= first.utf8.count + last.utf8.count, text.hasPrefix(first), text.hasSuffix(last)
        else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

extension BodyRedaction {
    /// A message without its secrets.
    func webSocketMessage(_ message: WebSocketMessage) -> WebSocketMessage {
        switch message {
        case .text(let text): .text(textMessage(text))
        case .data(let data): .data(body(data, contentType: nil))
        }
    }
}
