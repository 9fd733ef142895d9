#if Macros
import SwiftSyntax

/// The types of the messages of a WebSocket.
struct Conversation {
    let incoming: TypeSyntax
    let outgoing: TypeSyntax
    /// Whether it goes on over one connection after the other.
    var isSession = false

    /// The conversion of the messages as an expression; nil if no codec converts both types.
    var codec: String? {
        let names = [incoming, outgoing].map(\.nominalName)
        // In JSON, a text would have quotation marks, and data would be text.
        guard names.contains(where: { ["Data", "String", "WebSocketMessage"].contains($0) }) else {
            let types = [incoming, outgoing].map { "\(CallResult($0, isForeign: false).typeText).self" }
            return ".json(\(types.joined(separator: ", ")))"
        }
        return ["String": ".text", "WebSocketMessage": ".messages"][names[0]].flatMap {
            names[0] == names[1] ? $0 : nil
        }
    }
}

extension TypeSyntax {
    /// The label of the argument that a parameter of this type is in a call over a WebSocket; nil for a type whose values are sent.
    var labelInConversation: String? {
        let base = self.as(AttributedTypeSyntax.self)?.baseType ?? self
        if base.is(FunctionTypeSyntax.self) { return "resume" }
        let labels = [
            "WebSocketCodec": "codec", "WebSocketOptions": "webSocket", "WebSocketReconnection": "reconnection",
        ]
        return labels[unwrapped.nominalName]
    }
}

extension Attribute {
    /// The subprotocols of `@WebSocket`, as an expression; nil without any.
    var subprotocols: ExprSyntax? { name == "WebSocket" ? argument("subprotocols") : nil }
}
#endif
