import TalynCore
import _TalynFoundation
import _TalynSupport

extension ConversationLog.Content {
    /// The messages as Chrome writes them.
    var messages: JSONNode { .array(conversation.messages.map { Self.node($0) }) }

    /// The end, which Chrome doesn't write; nil without one.
    var close: JSONNode? {
        switch conversation.ending {
        case .closed(let close, let isByClient):
            .object([
                "code": .integer(close.code.rawValue),
                "reason": close.reason.isEmpty ? nil : .string(close.reason),
                "by": .string(isByClient ? "client" : "server"),
            ])
        case .violation(let kind): .object(["error": kind.recordedName.map { .string($0) }, "by": .string("client")])
        case .open, .lost, .incomplete: nil
        }
    }

    /// The failure of the connection; nil without one.
    var failure: TransportError.Kind? {
        if case .lost(let kind) = conversation.ending { kind } else { nil }
    }

    private static func node(_ message: Recording.Conversation.Message) -> JSONNode {
        let (opcode, data): (Int, String) =
            switch message.content {
            case .text(let text): (1, text)
            case .data(let data): (2, data.base64EncodedString())
            }
        return .object([
            "type": .string(message.isSent ? "send" : "receive"),
            "time": message.date.map { .secondsSince1970($0) },
            "opcode": .integer(opcode),
            "data": .string(data),
            "_length": message.wholeLength.map { .integer($0) },
        ])
    }
}

extension JSONNode {
    /// A date in seconds since the start of 1970, to the microsecond.
    fileprivate static func secondsSince1970(_ date: Date) -> JSONNode {
        .number("\((date.timeIntervalSince1970 * 1e6).rounded() / 1e6)")
    }
}
