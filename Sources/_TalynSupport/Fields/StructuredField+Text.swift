import _TalynFoundation

// Each text is nil if a part can't be written: a number with too many digits, a string with a character outside of visible ASCII, an
// invalid token or an invalid key (RFC 9651, section 4.1).

extension StructuredField {
    /// The text of a list. Empty for a list without members, for which the RFC has no field.
    public static func text(of list: [Member]) -> String? {
        joined(list.lazy.map(\.text), separator: ", ")
    }

    /// The text of a dictionary. Empty for a dictionary without members, for which the RFC has no field.
    public static func text(of dictionary: OrderedMap<Member>) -> String? {
        let members = dictionary.pairs.lazy.map { key, member -> String? in
            guard key.isStructuredFieldKey else { return nil }
            if case .item(let item) = member, item.value == .boolean(true) {
                return item.parameters.text.map { key + $0 }
            }
            return member.text.map { "\(key)=\($0)" }
        }
        return joined(members, separator: ", ")
    }

    fileprivate static func joined(_ texts: some Sequence<String?>, separator: String) -> String? {
        var joined = ""
        var isFirst = true
        for text in texts {
            guard let text else { return nil }
            if !isFirst { joined += separator }
            joined += text
            isFirst = false
        }
        return joined
    }
}

extension StructuredField.Member {
    public var text: String? {
        switch self {
        case .item(let item): item.text
        case .innerList(let list): list.text
        }
    }
}

extension StructuredField.InnerList {
    public var text: String? {
        guard let content = StructuredField.joined(items.lazy.map(\.text), separator: " "),
            let parameters = parameters.text
        else { return nil }
        return "(\(content))\(parameters)"
    }
}

extension StructuredField.Item {
    public var text: String? {
        guard let value = value.text, let parameters = parameters.text else { return nil }
        return value + parameters
    }
}

extension StructuredField.OrderedMap<StructuredField.Value> {
    /// The text of parameters, each after a semicolon.
    fileprivate var text: String? {
        var text = ""
        for (key, value) in pairs {
            guard key.isStructuredFieldKey else { return nil }
            text += ";\(key)"
            if value == .boolean(true) { continue }
            guard let value = value.text else { return nil }
            text += "=\(value)"
        }
        return text
    }
}

extension StructuredField.Value {
    public var text: String? {
        switch self {
        case .integer(let number): Self.text(of: number)
        case .decimal(let number): Self.text(of: number)
        case .string(let text): Self.quoted(text)
        case .token(let token): token.isStructuredFieldToken ? token : nil
        case .bytes(let bytes): ":\(bytes.base64EncodedString()):"
        case .boolean(let boolean): boolean ? "?1" : "?0"
        case .date(let seconds): Self.text(of: seconds).map { "@\($0)" }
        case .displayString(let text): Self.escaped(text)
        }
    }

    /// At most 15 digits (section 4.1.4).
    private static func text(of number: Int64) -> String? {
        (-999_999_999_999_999...999_999_999_999_999).contains(number) ? String(number) : nil
    }

    /// At most 12 digits before the point, and one to three after it. A half is rounded to the even digit (section 4.1.5).
    private static func text(of number: Double) -> String? {
        let thousandths = (number * 1_000).rounded(.toNearestOrEven)
        guard abs(thousandths) <= 999_999_999_999_999 else { return nil }
        let (whole, fraction) = Int64(abs(thousandths)).quotientAndRemainder(dividingBy: 1_000)
        var digits = String(fraction + 1_000).dropFirst()
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return "\(thousandths < 0 ? "-" : "")\(whole).\(digits)"
    }

    private static func quoted(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        // Most texts have nothing to escape.
        guard ASCIISet.structuredFieldEscaped.intersects(text.utf8) else { return "\"" + text + "\"" }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func escaped(_ text: String) -> String {
        "%\"" + text.percentEncoded(allowed: .structuredFieldDisplay).lowercasingEscapes + "\""
    }
}

extension String {
    fileprivate var isStructuredFieldKey: Bool {
        guard let first = utf8.first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) || first == UInt8(ascii: "*")
        else { return false }
        return ASCIISet.structuredFieldKey.containsAll(utf8)
    }

    fileprivate var isStructuredFieldToken: Bool {
        guard let first = unicodeScalars.first, first == "*" || first.isASCII && first.properties.isAlphabetic
        else { return false }
        return ASCIISet.structuredFieldToken.containsAll(utf8)
    }
}

extension ASCIISet {
    /// The characters of keys (RFC 9651, section 3.1.2).
    static let structuredFieldKey = ASCIISet("abcdefghijklmnopqrstuvwxyz0123456789_-.*")

    /// The characters that a string escapes (RFC 9651, section 4.1.6).
    fileprivate static let structuredFieldEscaped = ASCIISet("\"\\")

    /// The characters that a display string doesn't escape (RFC 9651, section 4.1.11): visible ones except `%` and `"`.
    fileprivate static let structuredFieldDisplay = urlQuery.union(ASCIISet(" #<>[\\]^`{|}"))

    /// The characters of tokens (RFC 9651, section 3.3.4).
    static let structuredFieldToken = ASCIISet(
        "!#$%&'*+-.^_`|~:/0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
}
