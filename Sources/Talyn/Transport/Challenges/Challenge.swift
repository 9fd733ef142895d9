import Foundation

/// One way in which a server wants to be told who asks (RFC 9110, section 11.3).
struct Challenge: Hashable, Sendable {
    /// In lower case, as are the names of the parameters: case means nothing in either.
    let scheme: String
    var parameters: [String: String] = [:]

    /// The challenges in the value of a WWW-Authenticate field; what comes after the first mistake is left out.
    static func challenges(in value: String) -> [Challenge] {
        var parser = ChallengeParser(value)
        return parser.challenges()
    }
}

/// Reads lists of challenges. Commas separate challenges as well as parameters: what follows a name tells which.
private struct ChallengeParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func challenges() -> [Challenge] {
        var challenges: [Challenge] = []
        while true {
            skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
            guard let name = token() else { return challenges }
            let afterName = position
            skip(Self.isSpace)
            if isAt("="), let last = challenges.indices.last {
                position += 1
                skip(Self.isSpace)
                guard let value = isAt("\"") ? quotedString() : token() else { return challenges }
                // The first one counts: a repeated parameter is a mistake.
                if challenges[last].parameters[name.lowercased()] == nil {
                    challenges[last].parameters[name.lowercased()] = value
                }
            } else {
                guard position == bytes.count || position > afterName || isAt(",") else { return challenges }
                challenges.append(Challenge(scheme: name.lowercased()))
                skipToken68()
            }
            skip(Self.isSpace)
            guard position == bytes.count || isAt(",") || challenges.last?.parameters.isEmpty == true else {
                return challenges
            }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private func isAt(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: character)
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    private mutating func token() -> String? {
        let start = position
        skip { ASCIISet.token.contains($0) }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quotedString() -> String? {
        position += 1
        var content: [UInt8] = []
        while position < bytes.count, !isAt("\"") {
            if isAt("\\") { position += 1 }
            guard position < bytes.count else { return nil }
            content.append(bytes[position])
            position += 1
        }
        guard isAt("\"") else { return nil }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Passes over what some schemes have in place of parameters (RFC 9110, section 11.2): it means nothing to us.
    private mutating func skipToken68() {
        let start = position
        skip { ASCIISet.token.contains($0) || $0 == UInt8(ascii: "/") }
        skip { $0 == UInt8(ascii: "=") }
        skip(Self.isSpace)
        if position < bytes.count, !isAt(",") { position = start }
    }
}
