#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON value whose type is known later.
enum JSONTree: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Decimal)
    /// A number that is too large or too small for a decimal.
    case double(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// The maximum nesting of arrays and objects. A server could use up the stack otherwise.
    static let maximumDepth = 64

    /// The text; nil for another value.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The members of the object in a JSON text; nil for another text. A member that is nested too deeply, or that no type holds, is left
    /// out. Of members with the same name, the first counts, as in Foundation's decoder.
    ///
    /// A text of a megabyte takes milliseconds. With a decoder it would take minutes, since each attempt to decode another type fails
    /// with an error that has the whole path.
    static func members(in text: Data) -> [String: JSONTree]? {
        guard String(validatingUTF8Bytes: text) != nil, JSONReader.isValid(text) else { return nil }
        var reader = JSONTreeReader(text)
        return reader.topLevelMembers()
    }
}

extension JSONTree {
    /// Creates a number, in one form for each value. Nil for a number that a decimal doesn't hold exactly.
    fileprivate init?(_ number: Decimal) {
        guard number.isFinite, number != 0 else { return nil }
        self = Int64("\(number)").map { .integer($0) } ?? .number(number)
    }

    fileprivate init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self = Int64(exactly: number).map { .integer($0) } ?? .double(number)
    }
}

/// Reads a text that is known to be JSON in UTF-8.
private struct JSONTreeReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: Data) {
        bytes = Array(text)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func topLevelMembers() -> [String: JSONTree]? {
        guard take("{") else { return nil }
        var members: [String: JSONTree] = [:]
        readItems(until: "}") { reader in
            guard let name = reader.string(), reader.take(":") else { return false }
            let value = reader.value(depth: 1)
            if members[name] == nil { members[name] = value }
            return true
        }
        return members
    }

    /// Reads a value to its end; nil if it is nested too deeply, or if no type holds it.
    private mutating func value(depth: Int) -> JSONTree? {
        switch next() {
        case UInt8(ascii: "{"):
            position += 1
            return object(depth: depth)
        case UInt8(ascii: "["):
            position += 1
            return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        default: return scalar()
        }
    }

    private mutating func object(depth: Int) -> JSONTree? {
        guard depth <= JSONTree.maximumDepth else { return skipRest() }
        var members: [String: JSONTree]? = [:]
        readItems(until: "}") { reader in
            guard let name = reader.string(), reader.take(":") else { return false }
            guard let value = reader.value(depth: depth + 1) else {
                members = nil
                return true
            }
            if members?[name] == nil { members?[name] = value }
            return true
        }
        return members.map { .object($0) }
    }

    private mutating func array(depth: Int) -> JSONTree? {
        guard depth <= JSONTree.maximumDepth else { return skipRest() }
        var elements: [JSONTree]? = []
        readItems(until: "]") { reader in
            if let value = reader.value(depth: depth + 1) { elements?.append(value) } else { elements = nil }
            return true
        }
        return elements.map { .array($0) }
    }

    /// Reads items with commas between them, and the end.
    private mutating func readItems(until end: Unicode.Scalar, _ readItem: (inout JSONTreeReader) -> Bool) {
        while next() != nil, !take(end) {
            let start = position
            guard readItem(&self), take(",") || next() == UInt8(ascii: end), position > start else {
                // It isn't JSON.
                position = bytes.count
                return
            }
        }
    }

    /// Skips the rest of an object or an array.
    private mutating func skipRest() -> JSONTree? {
        var depth = 1
        while depth > 0, let byte = next() {
            if byte == UInt8(ascii: "\"") {
                skipString()
                continue
            }
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
            position += 1
        }
        return nil
    }

    private mutating func string() -> String? {
        guard next() == UInt8(ascii: "\"") else { return nil }
        let start = position
        let hasEscapes = skipString()
        if hasEscapes { return JSONReader.string(Data(bytes[start..<position])) }
        return String(decoding: bytes[start..<position].dropFirst().dropLast(), as: UTF8.self)
    }

    /// Skips a string with its quotation marks. Returns whether it has escapes.
    @discardableResult
    private mutating func skipString() -> Bool {
        var hasEscapes = false
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            let isEscape = bytes[position] == UInt8(ascii: "\\")
            hasEscapes = hasEscapes || isEscape
            position += isEscape ? 2 : 1
        }
        position = min(position + 1, bytes.count)
        return hasEscapes
    }

    private mutating func scalar() -> JSONTree? {
        let start = position
        while position < bytes.count, !" \n\r\t,:{}[]\"".utf8.contains(bytes[position]) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            if let integer = Int64(word) { return .integer(integer) }
            // A decimal has up to 38 digits.
            if word.utf8.count < 64, let number = Decimal(string: word).flatMap({ JSONTree($0) }) { return number }
            return Double(word).flatMap { JSONTree($0) }
        }
    }

    /// Skips white space, and returns the next byte; nil at the end.
    private mutating func next() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return bytes[position]
            }
        }
        return nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}

extension JSONTree: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The members of an object, as ``members(in:)`` has them.
    static func members(from decoder: any Decoder) throws -> [String: JSONTree] {
        let container = try decoder.container(keyedBy: Name.self)
        return container.allKeys.reduce(into: [:]) {
            $0[$1.stringValue] = try? container.decode(JSONTree.self, forKey: $1)
        }
    }

    init(from decoder: any Decoder) throws {
        self = try Self.scalar(of: decoder.singleValueContainer()) ?? Self.collection(of: decoder)
    }

    private static func scalar(of value: any SingleValueDecodingContainer) throws -> JSONTree? {
        if value.decodeNil() { return .null }
        if let integer = try? value.decode(Int64.self) { return .integer(integer) }
        if let text = try? value.decode(String.self) { return .string(text) }
        if let bool = try? value.decode(Bool.self) { return .bool(bool) }
        if let number = (try? value.decode(Decimal.self)).flatMap({ JSONTree($0) }) { return number }
        return (try? value.decode(Double.self)).flatMap { JSONTree($0) }
    }

    private static func collection(of decoder: any Decoder) throws -> JSONTree {
        guard decoder.codingPath.count <= maximumDepth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "The value is nested too deeply.")
            )
        }
        if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONTree] = []
            while !elements.isAtEnd { array.append(try elements.decode(JSONTree.self)) }
            return .array(array)
        }
        let members = try decoder.container(keyedBy: Name.self)
        let object = try members.allKeys.map { ($0.stringValue, try members.decode(JSONTree.self, forKey: $0)) }
        return .object(Dictionary(object) { first, _ in first })
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let array):
            var elements = encoder.unkeyedContainer()
            for element in array { try elements.encode(element) }
        case .object(let object):
            try Self.encode(object, to: encoder)
        case .null: try Self.encode(scalar: String?.none, to: encoder)
        case .bool(let bool): try Self.encode(scalar: bool, to: encoder)
        case .integer(let integer): try Self.encode(scalar: integer, to: encoder)
        case .number(let number): try Self.encode(scalar: number, to: encoder)
        case .double(let double): try Self.encode(scalar: double, to: encoder)
        case .string(let text): try Self.encode(scalar: text, to: encoder)
        }
    }

    /// Writes an object.
    static func encode(_ object: [String: JSONTree], to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        for (name, member) in object { try members.encode(member, forKey: Name(stringValue: name)) }
    }

    private static func encode(scalar: some Encodable, to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(scalar)
    }
}
