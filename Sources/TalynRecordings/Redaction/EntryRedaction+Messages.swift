import TalynCore
import _TalynFoundation
import _TalynSupport

extension EntryRedaction {
    /// The redaction of the messages of a WebSocket: each secret that one of them names is masked in all, in both directions.
    func conversation(of node: JSONNode) -> EntryRedaction {
        guard let messages = node["_webSocketMessages"]?.elements else { return self }
        var secrets = secrets
        for message in messages where !secrets.isFull { secrets.add(message: message, redaction) }
        return EntryRedaction(redaction, secrets)
    }

    /// The messages without their secrets.
    func messages(_ node: JSONNode) -> JSONNode {
        guard case .array(let elements) = node else { return other(node, "") }
        return .array(
            elements.map { element in
                mapped(element) { name, value in
                    switch (name, value) {
                    case ("time", .number), ("opcode", .number), ("_length", .number): value
                    case ("data", .string(let text)): .string(data(text, of: element))
                    default: other(value, name)
                    }
                }
            }
        )
    }

    private func data(_ text: String, of message: JSONNode) -> String {
        if message.isBinaryMessage { return base64(text, nil) }
        // The content of a control frame may be Base64, or text.
        return bodies.textMessage(message.data(text) == nil ? text : base64(text, nil))
    }
}

extension BodyRedaction {
    /// A text message without its secrets. It may have a prefix before its JSON, as Socket.IO has.
    func textMessage(_ text: String) -> String {
        guard !redaction.isOff, !Self.startsAsJSON(text),
            let start = text.unicodeScalars.firstIndex(where: { $0 == "{" || $0 == "[" })
        else { return self.text(text, contentType: nil) }
        let (prefix, rest) = (String(text[..<start]), String(text[start...]))
        // The prefix can end with the name of a secret.
        guard redaction.shows(rest, as: "application/json"), self.text(prefix + "x", contentType: nil).last == "x"
        else { return line(self.text(text, contentType: nil)) }
        return self.text(prefix, contentType: nil) + self.text(rest, contentType: nil)
    }
}

extension Secrets {
    /// Adds the secrets of a message of a WebSocket.
    fileprivate mutating func add(message: JSONNode, _ redaction: Redaction) {
        guard let text = message["data"]?.text else { return }
        let finder = BodyRedaction.Finder()
        let bodies = BodyRedaction(redaction: redaction, secrets: Secrets(), finder: finder)
        if let data = message.data(text) {
            _ = bodies.body(data, contentType: nil)
        } else if !message.isBinaryMessage {
            _ = bodies.textMessage(text)
        }
        add(finder.secrets)
    }
}

extension JSONNode {
    /// Whether a message of a WebSocket has the opcode of binary data (RFC 6455, section 11.8).
    fileprivate var isBinaryMessage: Bool { opcode == 2 }

    private var opcode: Double? {
        guard case .number(let digits)? = self["opcode"] else { return nil }
        return Double(digits)
    }

    /// The bytes of a binary message or a control frame, which other tools write as Base64; nil for text.
    fileprivate func data(_ text: String) -> Data? {
        switch opcode {
        case 2: Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        case 8, 9, 10: Data(base64Encoded: text)
        default: nil
        }
    }
}
