/// The words of a name in a document, such as `html_url`, `listForRepo`, `filter[id]` and `+1`.
struct Words {
    /// The words in lower case.
    let list: [String]

    init(_ text: String) {
        var words: [String] = []
        var word = ""
        var previous: Character?
        let characters = Array(text)
        let hasBrackets = Self.hasBrackets(characters)
        func end() {
            if !word.isEmpty { words.append(word.lowercased()) }
            word = ""
        }
        var index = 0
        while index < characters.count {
            let character = characters[index]
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            if Self.isPartOfName(character) {
                let startsWord: Bool =
                    if let previous, character.isUppercase {
                        !previous.isUppercase
                            || (next.map { $0.isLowercase } ?? false) && !Self.isPlural(characters, index)
                    } else {
                        false
                    }
                if startsWord { end() }
                word.append(character)
                previous = character
            } else if previous != nil, Self.apostrophes.contains(character), next.map(Self.isPartOfName) == true {
                // An apostrophe inside a word separates nothing: `project's`, `don't`.
            } else if previous?.isLetter == true, characters[index...].starts(with: "(s)") {
                word.append("s")
                previous = "s"
                index += 2
            } else {
                end()
                let isBracket = hasBrackets && (character == "<" || character == ">")
                if !isBracket, let name = Self.name(of: character, previous, next, isFirst: index == 0) {
                    words.append(name)
                }
                previous = nil
            }
            index += 1
        }
        end()
        list = words
    }

    init(list: [String]) {
        self.list = list
    }

    /// Whether the letter at the index ends an acronym in the plural, as in `userIDs`.
    private static func isPlural(_ characters: [Character], _ index: Int) -> Bool {
        guard index > 0, index + 1 < characters.count, characters[index + 1] == "s" else { return false }
        return characters[index - 1].isUppercase
            && (index + 2 == characters.count || !characters[index + 2].isLowercase)
    }

    private static let apostrophes: Set<Character> = ["'", "\u{2018}", "\u{2019}", "\u{2BC}", "\u{FF07}"]

    /// Whether the signs are the brackets of a generic type, as in `Page<User>`.
    private static func hasBrackets(_ characters: [Character]) -> Bool {
        guard let open = characters.firstIndex(of: "<"), let close = characters.lastIndex(of: ">") else { return false }
        return open > 0 && open + 1 < close
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        if character.isASCII { return character.isLetter || character.isNumber }
        if apostrophes.contains(character) { return false }
        // Other scalars, such as marks that combine and emoji, aren't in each place of an identifier.
        return character.unicodeScalars.count == 1 && character.unicodeScalars.allSatisfy { $0.properties.isXIDStart }
    }

    /// The word for a sign that distinguishes names, such as `+1` and `-1`, `Time<` and `Time>`.
    private static func name(of sign: Character, _ previous: Character?, _ next: Character?, isFirst: Bool) -> String? {
        let isAtStart = previous == nil
        switch sign {
        case "<": return next == "=" ? "less or" : "less"
        case ">": return next == "=" ? "greater or" : "greater"
        case "=": return isAtStart || next == nil ? "equal" : nil
        case "!": return "not"
        case "+": return isAtStart || next == nil ? "plus" : nil
        case "-": return isAtStart && next.map { $0.isNumber || isFirst && $0.isLetter } == true ? "minus" : nil
        case "*": return "star"
        case "%": return "percent"
        case "&": return "and"
        default: return nil
        }
    }

    /// The name of a property, a case or a function: `htmlURL`.
    var lowerCamel: String {
        let words = list.flatMap(\.tokens)
        return Self.joined(words.prefix(1) + words.dropFirst().map { Self.capitalized($0) })
    }

    /// The name of a type: `HTMLPage`.
    var upperCamel: String { Self.joined(list.flatMap(\.tokens).map { Self.capitalized($0) }) }

    /// Joins words. Two numbers in a row stay apart: `1_2`.
    private static func joined(_ words: [String]) -> String {
        var result = ""
        for word in words {
            if let last = result.last, let first = word.first, last.isNumber, first.isNumber { result += "_" }
            result += word
        }
        return result
    }

    private static func capitalized(_ word: String) -> String {
        acronyms[word] ?? (word.prefix(1).uppercased() + word.dropFirst())
    }

    /// The acronyms that Swift writes in capitals, as in `userID`.
    private static let acronyms: [String: String] = {
        let names = """
            API CI CPU CSS CSV CVE CVSS DNS GPG GPU HTML HTTP HTTPS ID IP JSON JWT LDAP MFA PDF PNG QR RSA SAML SCIM SDK
            SHA SLA SMS SQL SSH SSL SSO SVG TLS TTL UI URI URL URN UTC UUID VAT VPN XML YAML
            """.tokens
        var acronyms = Dictionary(uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })
        acronyms["oauth"] = "OAuth"
        for plural in ["ID", "URL", "URI", "API", "IP", "UUID"] { acronyms[plural.lowercased() + "s"] = plural + "s" }
        return acronyms
    }()
}
