public import _TalynFoundation

/// A structured header field (RFC 9651): an item, a list or a dictionary.
///
/// The parser is strict, and takes linear time. The text of a parsed field is the one form that the RFC has for it.
public enum StructuredField {
    /// A value without parameters.
    public enum Value: Sendable, Hashable {
        case integer(Int64)
        case decimal(Double)
        case string(String)
        case token(String)
        case bytes(Data)
        case boolean(Bool)
        /// The seconds since the start of 1970.
        case date(Int64)
        case displayString(String)

        /// The content of a string or a token; nil for another type.
        public var word: String? {
            switch self {
            case .string(let text), .token(let text): text
            default: nil
            }
        }
    }

    /// A value with parameters.
    public struct Item: Sendable, Hashable {
        public let value: Value
        public let parameters: OrderedMap<Value>

        public init(_ value: Value, parameters: OrderedMap<Value> = OrderedMap()) {
            self.value = value
            self.parameters = parameters
        }
    }

    /// A list of items that is one member.
    public struct InnerList: Sendable, Hashable {
        public let items: [Item]
        public let parameters: OrderedMap<Value>

        public init(_ items: [Item], parameters: OrderedMap<Value> = OrderedMap()) {
            self.items = items
            self.parameters = parameters
        }
    }

    /// A member of a list or a dictionary.
    public enum Member: Sendable, Hashable {
        case item(Item)
        case innerList(InnerList)
    }

    /// The members of a dictionary, or parameters, in the order of their first occurrence. Of those with the same key, the last value
    /// counts (sections 3.1.2 and 3.2).
    public struct OrderedMap<Element: Sendable & Hashable>: Sendable, Hashable {
        @usableFromInline var order: [String] = []
        @usableFromInline var values: [String: Element] = [:]

        @inlinable public init() {}

        @inlinable public var keys: [String] { order }

        @inlinable public subscript(key: String) -> Element? { values[key] }

        @inlinable public mutating func set(_ element: Element, for key: String) {
            if values.updateValue(element, forKey: key) == nil { order.append(key) }
        }

        /// The keys with their values, in order.
        @inlinable public var pairs: [(key: String, value: Element)] {
            order.compactMap { key in values[key].map { (key: key, value: $0) } }
        }
    }

    /// Parses an item; nil for an invalid one.
    public static func item(_ text: String) -> Item? {
        parse(text) { $0.item() }
    }

    /// Parses a list; nil for an invalid one. A field without members is an empty list.
    public static func list(_ text: String) -> [Member]? {
        parse(text) { parser in
            var members: [Member] = []
            let isValid = parser.members { parser in
                guard let member = parser.member() else { return false }
                members.append(member)
                return true
            }
            return isValid ? members : nil
        }
    }

    /// Parses a dictionary; nil for an invalid one. A field without members is an empty dictionary.
    public static func dictionary(_ text: String) -> OrderedMap<Member>? {
        parse(text) { parser in
            var members = OrderedMap<Member>()
            let isValid = parser.members { parser in
                guard let key = parser.key(), let member = parser.memberAfterKey() else { return false }
                members.set(member, for: key)
                return true
            }
            return isValid ? members : nil
        }
    }

    /// Parses a whole field, with spaces around it (RFC 9651, section 4.2).
    private static func parse<Result>(_ text: String, _ read: (inout StructuredFieldParser) -> Result?) -> Result? {
        var parser = StructuredFieldParser(text)
        parser.scanner.skip { $0 == UInt8(ascii: " ") }
        guard let result = read(&parser) else { return nil }
        parser.scanner.skip { $0 == UInt8(ascii: " ") }
        return parser.scanner.isAtEnd ? result : nil
    }
}

/// Parses the parts of structured fields (RFC 9651, section 4.2). Each method returns nil for an invalid part.
private struct StructuredFieldParser {
    var scanner: FieldValueScanner

    init(_ text: String) {
        scanner = FieldValueScanner(text)
    }

    /// Parses the members of a list or a dictionary, up to the end of the field.
    mutating func members(_ parseMember: (inout StructuredFieldParser) -> Bool) -> Bool {
        while !scanner.isAtEnd {
            guard parseMember(&self) else { return false }
            scanner.skipSpace()
            if scanner.isAtEnd { return true }
            guard scanner.take(",") else { return false }
            scanner.skipSpace()
            // A member follows each comma.
            if scanner.isAtEnd { return false }
        }
        return true
    }

    mutating func member() -> StructuredField.Member? {
        guard scanner.isAt("(") else { return item().map { .item($0) } }
        return innerList()
    }

    /// A member of a dictionary: a value, or true with parameters.
    mutating func memberAfterKey() -> StructuredField.Member? {
        if scanner.take("=") { return member() }
        return parameters().map { .item(StructuredField.Item(.boolean(true), parameters: $0)) }
    }

    private mutating func innerList() -> StructuredField.Member? {
        guard scanner.take("(") else { return nil }
        var items: [StructuredField.Item] = []
        while true {
            scanner.skip { $0 == UInt8(ascii: " ") }
            if scanner.take(")") {
                return parameters().map { .innerList(StructuredField.InnerList(items, parameters: $0)) }
            }
            guard let item = item() else { return nil }
            items.append(item)
            guard scanner.isAt(" ") || scanner.isAt(")") else { return nil }
        }
    }

    mutating func item() -> StructuredField.Item? {
        guard let value = value(), let parameters = parameters() else { return nil }
        return StructuredField.Item(value, parameters: parameters)
    }

    private mutating func parameters() -> StructuredField.OrderedMap<StructuredField.Value>? {
        var parameters = StructuredField.OrderedMap<StructuredField.Value>()
        while scanner.take(";") {
            scanner.skip { $0 == UInt8(ascii: " ") }
            guard let key = key() else { return nil }
            guard scanner.take("=") else {
                parameters.set(.boolean(true), for: key)
                continue
            }
            guard let value = value() else { return nil }
            parameters.set(value, for: key)
        }
        return parameters
    }

    mutating func key() -> String? {
        guard let first = scanner.next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first || first == UInt8(ascii: "*")
        else { return nil }
        return scanner.text { !ASCIISet.structuredFieldKey.contains($0) }
    }

    private mutating func value() -> StructuredField.Value? {
        guard let first = scanner.next else { return nil }
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: ":"): return bytes()
        case UInt8(ascii: "?"): return boolean()
        case UInt8(ascii: "@"): return date()
        case UInt8(ascii: "%"): return displayString()
        case _ where first.isASCIILetter || first == UInt8(ascii: "*"):
            return .token(scanner.text { !ASCIISet.structuredFieldToken.contains($0) })
        default: return nil
        }
    }

    /// An integer of up to 15 digits, or a decimal with up to 12 digits before the point and 3 after it.
    private mutating func number() -> StructuredField.Value? {
        let sign = scanner.take("-") ? "-" : ""
        let digits = scanner.text { !$0.isASCIIDigit }
        guard !digits.isEmpty else { return nil }
        guard scanner.take(".") else {
            return digits.utf8.count <= 15 ? Int64(sign + digits).map { .integer($0) } : nil
        }
        let fraction = scanner.text { !$0.isASCIIDigit }
        guard digits.utf8.count <= 12, (1...3).contains(fraction.utf8.count) else { return nil }
        return Double("\(sign)\(digits).\(fraction)").map { .decimal($0) }
    }

    private mutating func string() -> StructuredField.Value? {
        let content = quoted(escape: "\\") { scanner in
            scanner.takeByte().flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") ? $0 : nil }
        }
        return content.map { .string(String(decoding: $0, as: UTF8.self)) }
    }

    private mutating func displayString() -> StructuredField.Value? {
        guard scanner.take("%") else { return nil }
        let content = quoted(escape: "%") { scanner in
            guard let high = scanner.takeByte().flatMap(Self.lowercaseDigit),
                let low = scanner.takeByte().flatMap(Self.lowercaseDigit)
            else { return nil }
            return high << 4 | low
        }
        return content.flatMap { String(validatingUTF8Bytes: Data($0)) }.map { .displayString($0) }
    }

    /// The bytes between quotation marks.
    ///
    /// - Parameter unescaped: Reads the byte after an escape character.
    private mutating func quoted(
        escape: Unicode.Scalar,
        _ unescaped: (inout FieldValueScanner) -> UInt8?
    ) -> [UInt8]? {
        guard scanner.take("\"") else { return nil }
        var content: [UInt8] = []
        while !scanner.take("\"") {
            let byte =
                scanner.take(escape) ? unescaped(&scanner) : scanner.takeByte().flatMap { 0x20...0x7E ~= $0 ? $0 : nil }
            guard let byte else { return nil }
            content.append(byte)
        }
        return content
    }

    private mutating func bytes() -> StructuredField.Value? {
        guard scanner.take(":") else { return nil }
        let text = scanner.text {
            !($0.isASCIILetter || $0.isASCIIDigit || "+/=".utf8.contains($0))
        }
        guard scanner.take(":") else { return nil }
        return Data(base64Encoded: text).map { .bytes($0) }
    }

    private mutating func boolean() -> StructuredField.Value? {
        guard scanner.take("?") else { return nil }
        if scanner.take("1") { return .boolean(true) }
        return scanner.take("0") ? .boolean(false) : nil
    }

    private mutating func date() -> StructuredField.Value? {
        guard scanner.take("@"), case .integer(let seconds)? = number() else { return nil }
        return .date(seconds)
    }

    /// The value of a hexadecimal digit. Only lower case is valid.
    private static func lowercaseDigit(_ byte: UInt8) -> UInt8? {
        UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte ? nil : byte.hexadecimalValue
    }
}
