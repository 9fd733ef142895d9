/// Reads JSON (RFC 8259) to nodes.
///
/// Foundation's parser doesn't tell the lines of values, and YAML's takes ten times as long.
struct JSONReader {
    struct Failure: Error {
        let line: Int
        let problem: String
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let file: SourceFile
    private let diagnostics: Diagnostics
    private var index = 0
    private var line = 1
    private var depth = 0

    static let maximumDepth = 400

    static func read(_ bytes: [UInt8], in file: SourceFile, _ diagnostics: Diagnostics) throws(Failure) -> Node {
        let result: Result<Node, Failure> = bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(bytes: buffer, file: file, diagnostics: diagnostics)
            do throws(Failure) {
                let root = try reader.value(key: "", parent: nil)
                reader.skipSpace()
                if reader.index < buffer.count { throw reader.failure("There is text after the value.") }
                return .success(root)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, file: SourceFile, diagnostics: Diagnostics) {
        self.bytes = bytes
        self.file = file
        self.diagnostics = diagnostics
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private func failure(_ problem: String) -> Failure { Failure(line: line, problem: problem) }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next {
            switch byte {
            case 0x0A: line += 1
            case 0x20, 0x0D, 0x09: break
            default: return
            }
            index += 1
        }
    }

    private mutating func value(key: String, parent: Node?) throws(Failure) -> Node {
        skipSpace()
        let node = Node(in: file, parent: parent, key: key, line: line)
        switch next {
        case UInt8(ascii: "{"): node.set(.object(try members(of: node)))
        case UInt8(ascii: "["): node.set(.array(try elements(of: node)))
        case UInt8(ascii: "\""): node.set(.string(try string()))
        case nil: throw failure("The text ends in the middle of a value.")
        default: node.set(try word())
        }
        return node
    }

    private mutating func members(of node: Node) throws(Failure) -> NodeMembers {
        var members = NodeMembers()
        try items(end: UInt8(ascii: "}")) { reader throws(Failure) in
            reader.skipSpace()
            guard reader.next == UInt8(ascii: "\"") else { throw reader.failure("The name of a member is missing.") }
            let key = try reader.string()
            reader.skipSpace()
            guard reader.next == UInt8(ascii: ":") else { throw reader.failure("A ':' is missing.") }
            reader.index += 1
            let value = try reader.value(key: key, parent: node)
            if !members.append(key, value) {
                reader.diagnostics.note(value, "The name occurs twice. The first counts.")
            }
        }
        return members
    }

    private mutating func elements(of node: Node) throws(Failure) -> [Node] {
        var elements: [Node] = []
        try items(end: UInt8(ascii: "]")) { reader throws(Failure) in
            elements.append(try reader.value(key: String(elements.count), parent: node))
        }
        return elements
    }

    private mutating func items(
        end: UInt8,
        _ item: (inout JSONReader) throws(Failure) -> Void
    ) throws(Failure) {
        index += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw failure("The document is nested too deeply.") }
        skipSpace()
        if next == end {
            index += 1
            return
        }
        while true {
            try item(&self)
            skipSpace()
            switch next {
            case UInt8(ascii: ","): index += 1
            case end:
                index += 1
                return
            default: throw failure("A ',' or the end of the object or array is missing.")
            }
        }
    }

    private mutating func word() throws(Failure) -> Node.Value {
        let start = index
        while let byte = next, Self.isWord(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            guard Double(text) != nil, let first = text.utf8.first, first != UInt8(ascii: "+"), first < 0x3A else {
                throw failure("'\(text.prefix(40))' is no JSON value.")
            }
            return .number(text)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    private mutating func string() throws(Failure) -> String {
        index += 1
        let start = index
        while let byte = next {
            if byte == UInt8(ascii: "\"") {
                defer { index += 1 }
                return String(decoding: bytes[start..<index], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try stringWithEscapes(from: start) }
            if byte == 0x0A { line += 1 }
            index += 1
        }
        throw failure("The text ends in the middle of a string.")
    }

    private mutating func stringWithEscapes(from start: Int) throws(Failure) -> String {
        var text = Array(bytes[start..<index])
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escape = next else { break }
                index += 1
                switch escape {
                case UInt8(ascii: "n"): text.append(0x0A)
                case UInt8(ascii: "t"): text.append(0x09)
                case UInt8(ascii: "r"): text.append(0x0D)
                case UInt8(ascii: "b"): text.append(0x08)
                case UInt8(ascii: "f"): text.append(0x0C)
                case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
                default: text.append(escape)
                }
            default:
                if byte == 0x0A { line += 1 }
                text.append(byte)
            }
        }
        throw failure("The text ends in the middle of a string.")
    }

    /// The character of a `\u` escape, which can be one of a surrogate pair.
    private mutating func scalar() throws(Failure) -> Character {
        let unit = try codeUnit()
        guard 0xD800..<0xDC00 ~= unit else { return Character(Unicode.Scalar(unit) ?? "\u{FFFD}") }
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            return "\u{FFFD}"
        }
        index += 2
        let low = try codeUnit()
        guard 0xDC00..<0xE000 ~= low else { return "\u{FFFD}" }
        return Character(Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}")
    }

    private mutating func codeUnit() throws(Failure) -> UInt32 {
        let end = min(index + 4, bytes.count)
        let digits = String(decoding: bytes[index..<end], as: UTF8.self)
        guard end - index == 4, let unit = UInt32(digits, radix: 16) else {
            throw failure("'\\u' needs four hexadecimal digits.")
        }
        index = end
        return unit
    }
}
