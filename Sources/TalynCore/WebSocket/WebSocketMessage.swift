public import _TalynFoundation

/// A message of a WebSocket (RFC 6455, section 5.6).
public enum WebSocketMessage: Sendable, Hashable {
    /// Text, which is sent as UTF-8.
    case text(String)

    /// Bytes.
    case data(Data)

    /// The length of the message in bytes.
    public var length: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        }
    }
}

extension WebSocketMessage: CustomStringConvertible, CustomReflectable {
    /// The kind and the length. The content may be secret.
    public var description: String {
        switch self {
        case .text: "text of \(length) bytes"
        case .data: "data of \(length) bytes"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
