#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Reads the types of the messages of a case with `@WebSocket`.
    mutating func readConversation(_ attributes: AttributeListSyntax, into endpoint: inout EndpointDeclaration) {
        guard let route = endpoint.route, route.isWebSocket, let attribute = Attribute(.attribute(route.attribute))
        else { return }
        checkHandshake(of: endpoint, attribute, attributes)
        for value in endpoint.values where value.isArgument {
            diagnose(
                "argumentOfSocket",
                "'\(value.name)' isn't sent; remove it here, and pass it to 'connect' or 'session' of the provider",
                at: value.node
            )
        }
        if let other = attributes.first(named: "ResultType") {
            diagnose(
                "socketTypes",
                "a WebSocket has types in both directions: "
                    + "write @WebSocket(…, incoming: Event.self, outgoing: Command.self)",
                at: other.node,
                fixIts: [.remove(other.node)]
            )
        }
        guard let incoming = type(in: attribute, "incoming"), let outgoing = type(in: attribute, "outgoing") else {
            if let subprotocols = attribute.subprotocols, attribute.argument("incoming") == nil {
                diagnose(
                    "unusedSubprotocols",
                    "nothing uses the subprotocols; add 'incoming:' and 'outgoing:', or pass the subprotocols to 'connect'",
                    at: subprotocols
                )
            }
            return
        }
        endpoint.conversation = Conversation(incoming: incoming, outgoing: outgoing)
        if endpoint.conversation?.codec == nil, let place = attribute.argument("outgoing") {
            diagnose(
                "mixedMessages",
                "messages are text, WebSocketMessage or JSON in both directions; for others, remove 'incoming:' and "
                    + "'outgoing:', and pass a WebSocketCodec to 'connect' of the provider",
                at: place
            )
        }
    }

    /// Diagnoses a function with `@WebSocket` that returns something else, and one with another method that returns a connection.
    ///
    /// - Returns: Whether the attribute and the result fit together.
    mutating func checkConversation(_ result: CallResult, of function: FunctionDeclSyntax, _ route: Route) -> Bool {
        let place = function.signature.returnClause.map { Syntax($0.type) } ?? Syntax(function.name)
        if route.isWebSocket, result.conversation == nil {
            diagnose(
                "socketResult",
                "a function with @WebSocket returns a WebSocketConnection of the types of both directions, such as "
                    + "WebSocketConnection<Event, Command>, or a WebSocketSession",
                at: place
            )
            return false
        }
        if !route.isWebSocket, result.conversation != nil {
            diagnose(
                "socketWithoutAttribute",
                "a WebSocket needs @WebSocket with its path, and has no other method",
                at: place,
                fixIts: route.attribute.name == "HTTP" ? [] : [.rename(route.attribute, to: "WebSocket")]
            )
            return false
        }
        return true
    }

    /// Diagnoses arguments of a call over a WebSocket that don't fit together.
    mutating func checkConversation(of endpoint: EndpointDeclaration, _ function: FunctionDeclSyntax) {
        guard let route = endpoint.route, route.isWebSocket, let attribute = Attribute(.attribute(route.attribute)),
            let conversation = CallResult(function.signature.returnClause?.type, ownTypes: ownTypes).conversation
        else { return }
        checkHandshake(of: endpoint, attribute, function.attributes)
        if let argument = attribute.argument("incoming") ?? attribute.argument("outgoing") {
            diagnose(
                "socketTypes",
                "a function declares the types of messages in its result; remove them here",
                at: argument
            )
        }
        var labels: Set<String> = []
        for value in endpoint.values {
            guard case .argument(let label) = value.role else { continue }
            let problem: String? =
                if !labels.insert(label).inserted {
                    "a call has one argument '\(label)', and another parameter already is it"
                } else if value.isOptional {
                    "'\(value.name)' can't be optional; give it a default value instead"
                } else if ["reconnection", "resume"].contains(label), !conversation.isSession {
                    "a WebSocketConnection doesn't connect again, and '\(value.name)' isn't sent; return a WebSocketSession"
                } else {
                    nil
                }
            if let problem { diagnose("argumentOfSocket", problem, at: value.node) }
        }
        if labels.contains("webSocket"), let subprotocols = attribute.subprotocols {
            diagnose(
                "unusedSubprotocols",
                "nothing uses these subprotocols, because a parameter has the WebSocketOptions; set them there",
                at: subprotocols
            )
        }
        if conversation.codec == nil, !labels.contains("codec"), let place = function.signature.returnClause?.type {
            diagnose(
                "mixedMessages",
                "messages are text, WebSocketMessage or JSON in both directions; for others, add a parameter such as "
                    + "'codec: WebSocketCodec<\(conversation.incoming.trimmed), \(conversation.outgoing.trimmed)>'",
                at: place
            )
        }
    }

    /// Diagnoses invalid subprotocols, and fields that the handshake sets itself (RFC 6455, section 4.1).
    private mutating func checkHandshake(
        of endpoint: EndpointDeclaration,
        _ attribute: Attribute,
        _ attributes: AttributeListSyntax
    ) {
        var seen: Set<String> = []
        for element in attribute.subprotocols?.as(ArrayExprSyntax.self)?.elements ?? [] {
            guard let text = element.expression.text, !text.isToken || !seen.insert(text).inserted else { continue }
            diagnose(
                "invalidSubprotocol",
                "a subprotocol is a token such as \"chat.v2\", and appears once (RFC 6455, section 4.1)",
                at: element.expression
            )
        }
        let headers = attributes.first(named: "Headers").map { Syntax($0.node) }
        let fields = endpoint.ownHeaders.map { ($0.name, headers) }
        let values = endpoint.values.map { value -> (String, Syntax?) in
            if case .header(let name) = value.role { (name, value.place) } else { ("", nil) }
        }
        for case (let name, let place?) in fields + values where name.lowercased().hasPrefix("sec-websocket-") {
            diagnose(
                "reservedField",
                "the handshake sets the field '\(name)' itself; for subprotocols, write 'subprotocols:'",
                at: place
            )
        }
    }

    /// The type in an argument: `Event` for `Event.self`; nil without the argument, or after a diagnostic.
    private mutating func type(in attribute: Attribute, _ label: String) -> TypeSyntax? {
        attribute.argument(label).flatMap { type($0) }.map { "\(raw: $0)" }
    }
}

extension EndpointValue {
    /// Whether the value is an argument of the call over a WebSocket.
    var isArgument: Bool { if case .argument = role { true } else { false } }
}
#endif
