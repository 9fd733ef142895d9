import _TalynSupport

extension Redaction {
    /// Whether a text has the name of a secret before a colon or an equals sign, or hides names by escapes.
    func namesSecret(_ text: String) -> Bool {
        guard !isOff else { return false }
        var names = SecretNames(masks)
        let bytes = Array(text.inPlainLetters.utf8)
        var previous = 0..<0
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
                bytes[index + 2] == UInt8(ascii: "0")
            {
                return true
            }
            guard Self.isNamePart(bytes[index]) else {
                index += 1
                continue
            }
            let name = index..<(bytes[index...].firstIndex { !Self.isNamePart($0) } ?? bytes.count)
            let next = bytes[name.upperBound...].first { !ASCIISet.afterName.contains($0) }
            if next == UInt8(ascii: ":") || next == UInt8(ascii: "="),
                names.contain(
                    String(decoding: bytes[name], as: UTF8.self),
                    after: String(decoding: bytes[previous], as: UTF8.self)
                )
            {
                return true
            }
            previous = name
            index = name.upperBound
        }
        return false
    }

    private static func isNamePart(_ byte: UInt8) -> Bool { byte >= 0x80 || ASCIISet.name.contains(byte) }

    /// Whether a text is or has the name of a secret, wherever it stands: in markup and in tables, a value may be far from its name.
    func mentionsSecret(_ text: String) -> Bool {
        guard !isOff else { return false }
        var names = SecretNames(masks)
        /// The words before this one, the last first.
        var before: [String] = []
        for word in text.inPlainLetters.utf8.split(whereSeparator: { !Self.isNamePart($0) }) {
            let word = String(Substring(word))
            var name = word
            if names.contain(name) { return true }
            // A name can have several words, such as `API key`.
            for earlier in word.utf8.count > 2 ? before : [] {
                name = earlier + name
                if names.contain(name) { return true }
            }
            before = word.utf8.count > 2 ? [word] + before.prefix(1) : []
        }
        return false
    }

    /// Whether a text names a secret, apart from the variables of a GraphQL document, whose values stand elsewhere.
    func namesSecret(besidesVariablesOf text: String) -> Bool {
        namesSecret(Self.withoutVariables(text))
    }

    /// A GraphQL document without the declarations and the uses of its variables. One with a string stays as it is.
    private static func withoutVariables(_ text: String) -> String {
        let start = text.utf8.drop { ASCIISet.afterName.contains($0) }
        guard ["query", "mutation", "subscription", "fragment"].contains(where: { start.starts(with: $0.utf8) }),
            !text.utf8.contains(UInt8(ascii: "\""))
        else { return text }
        let pieces = text.split(separator: "$", omittingEmptySubsequences: false)
        return pieces.enumerated().map { index, piece in
            var piece = piece
            // After an equals sign, a declaration has a default value.
            if index > 0, !piece.contains("=") { piece = piece.drop { $0.isLetter || $0.isNumber || $0 == "_" } }
            guard index < pieces.count - 1 else { return piece }
            while piece.last?.isWhitespace == true { piece.removeLast() }
            return piece.last == ":" ? piece.dropLast() : piece
        }.joined(separator: " ")
    }
}

extension ASCIISet {
    /// The characters of a member's name without its quotation marks.
    fileprivate static let name = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.[]")

    /// The characters between a name and its colon, also in Markdown.
    fileprivate static let afterName = ASCIISet("\"'`*\\ \t\r\n")
}
