public import TalynCore
public import _TalynFoundation
import _TalynSupport

extension Recording {
    /// The messages of a WebSocket connection, and its end.
    public struct Conversation: Sendable {
        /// A message.
        public struct Message: Sendable {
            /// Whether the client sent it.
            public internal(set) var isSent: Bool

            /// The content. Of a message beyond the limit of the recorder, it is the beginning.
            public internal(set) var content: WebSocketMessage

            /// The date at which it passed; nil if the file doesn't have it.
            public internal(set) var date: Date?

            /// The length of the whole message in bytes; nil if the content is whole.
            var wholeLength: Int?

            /// Whether the content is only the beginning.
            var isCutOff: Bool { wholeLength != nil }
        }

        /// The part after the last message.
        ///
        /// It is indirect, since debug builds of Swift 6.3 otherwise crash in the copy of a ``Recording/Entry``.
        indirect enum Ending: Sendable {
            /// No end is known: the client dropped the connection, or the file doesn't tell.
            case open
            case closed(WebSocketClose, byClient: Bool)
            /// The server violated the protocol.
            case violation(WebSocketError.Kind)
            case lost(TransportError.Kind)
            /// There were more messages. The text says why they are missing.
            case incomplete(String)
        }

        /// The messages in both directions, in the order in which they passed.
        public internal(set) var messages: [Message] = []

        var ending = Ending.open

        /// The end of the connection; nil if the recording doesn't have it, such as after the client dropped the connection.
        ///
        /// Without a close frame of the server, it has the code ``/Talyn/WebSocketCloseCode/abnormalClosure``.
        public var end: WebSocketClose? {
            switch ending {
            case .closed(let close, _): close
            case .violation, .lost: WebSocketClose(.abnormalClosure)
            case .open, .incomplete: nil
            }
        }
    }
}

extension Recording.Conversation: CustomReflectable {
    /// The numbers of the messages. Their contents may be secret.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "sent": messages.count(where: \.isSent),
                "received": messages.count { !$0.isSent },
                "end": end.map { "\($0.code)" },
            ]
        )
    }
}

extension OutgoingRequest {
    /// The URL as HAR files have it. That of a WebSocket has `ws` or `wss`.
    var recordedURL: String {
        let url = urlText
        guard webSocket != nil, url.prefix(4).lowercased() == "http" else { return url }
        return "ws\(url.dropFirst(4))"
    }
}

extension WebSocketError.Kind {
    /// The violations that a recording can have.
    private static let recorded = [Self.protocolViolation, .invalidText, .messageTooLarge]

    /// Nil for an unknown name.
    init?(recordedName: String) {
        guard let kind = Self.recorded.first(where: { $0.description == recordedName }) else { return nil }
        self = kind
    }

    /// The name in a recording; nil for an error that isn't the server's.
    var recordedName: String? { Self.recorded.contains(self) ? description : nil }
}
