/// Reads JSON (RFC 8259) from bytes, which may be anything: what is no JSON is told with the place where it isn't.
///
/// Foundation's parser loses the order of members and the digits of numbers, and on Linux is a tenth as fast.
package struct JSONReader {
    package struct Failure: Error, Hashable {
        /// How many bytes are before the place.
        package let offset: Int
        package let problem: String
    }

    /// How deep arrays and objects may be in each other: call stacks that browsers save go down to 200.
    static let maximumDepth = 400

    /// The problem of a text that has been cut off.
    static let ending = "it ends in the middle of the JSON text"

    private let bytes: UnsafeRawBufferPointer
    private(set) var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        // A byte order mark, which isn't allowed, is written by some.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The only value in a text.
    package static func read(_ data: Data) throws(Failure) -> JSONNode {
        let result: Result<JSONNode, Failure> = data.withUnsafeBytes { bytes in
            do throws(Failure) {
                var reader = JSONReader(bytes)
                let node = try reader.value()
                try reader.end()
                return .success(node)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Makes sure that nothing but white space follows.
    mutating func end() throws(Failure) {
        skipSpace()
        if index < bytes.count { throw failure("there is more behind the end of the JSON text") }
    }

    func failure(_ problem: String) -> Failure {
        index >= bytes.count
            ? Failure(offset: bytes.count, problem: Self.ending)
            : Failure(offset: index, problem: problem)
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Takes the next sign if it is this one.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    /// Reads the members of an object.
    ///
    /// - Parameter member: Reads the value of the member, which it is given the name of.
    /// - Returns: Whether there is an object; otherwise nothing has been read.
    mutating func object(_ member: (String, inout JSONReader) throws(Failure) -> Void) throws(Failure) -> Bool {
        guard take("{") else { return false }
        if take("}") { return true }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw failure("the name of a member is missing") }
            let name = try string()
            guard take(":") else { throw failure("a colon is missing") }
            try member(name, &self)
        } while take(",")
        guard take("}") else { throw failure("a comma or a brace is missing") }
        return true
    }

    /// Reads the elements of an array.
    ///
    /// - Parameter element: Reads an element.
    /// - Returns: Whether there is an array; otherwise nothing has been read.
    mutating func array(_ element: (inout JSONReader) throws(Failure) -> Void) throws(Failure) -> Bool {
        guard take("[") else { return false }
        if take("]") { return true }
        repeat { try element(&self) } while take(",")
        guard take("]") else { throw failure("a comma or a bracket is missing") }
        return true
    }

    mutating func value(depth: Int = 0) throws(Failure) -> JSONNode {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"):
            guard depth < Self.maximumDepth else { throw failure("it is nested too deeply") }
            var members: [JSONNode.Member] = []
            _ = try object { (name, reader) throws(Failure) in
                members.append(JSONNode.Member(name, try reader.value(depth: depth + 1)))
            }
            return .object(members)
        case UInt8(ascii: "["):
            guard depth < Self.maximumDepth else { throw failure("it is nested too deeply") }
            var elements: [JSONNode] = []
            _ = try array { (reader) throws(Failure) in elements.append(try reader.value(depth: depth + 1)) }
            return .array(elements)
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "t"):
            return try word("true", .bool(true))
        case UInt8(ascii: "f"):
            return try word("false", .bool(false))
        case UInt8(ascii: "n"):
            return try word("null", .null)
        default:
            return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ node: JSONNode) throws(Failure) -> JSONNode {
        let length = word.utf8CodeUnitCount
        guard index + length <= bytes.count else {
            index = bytes.count
            throw failure("")
        }
        for offset in 0..<length where bytes[index + offset] != word.utf8Start[offset] {
            throw failure("a value is missing")
        }
        index += length
        return node
    }

    private mutating func digits() throws(Failure) {
        let start = index
        while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
        if index == start { throw failure("a value is missing") }
    }

    private mutating func number() throws(Failure) -> String {
        let start = index
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if byte == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }
}

extension JSONReader {
    /// Reads a string whose quotation mark is the next sign.
    private mutating func string() throws(Failure) -> String {
        index += 1
        let start = index
        var isASCII = true
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                let text = try text(bytes[start..<index], isASCII: isASCII)
                index += 1
                return text
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            if byte < 0x20 { throw failure("there is a control character in a string") }
            if byte >= 0x80 { isASCII = false }
            index += 1
        }
        throw failure("")
    }

    private func text(_ bytes: some Collection<UInt8>, isASCII: Bool) throws(Failure) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        // What is no UTF-8 has been replaced.
        if !isASCII, !text.utf8.elementsEqual(bytes) { throw failure("a string is not UTF-8") }
        return text
    }

    /// Goes on with a string at its first escape.
    private mutating func escapedString(from start: Int) throws(Failure) -> String {
        var content = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                let text = try text(content, isASCII: false)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                try escape(to: &content)
            case ..<0x20:
                throw failure("there is a control character in a string")
            default:
                content.append(byte)
                index += 1
            }
        }
        throw failure("")
    }

    private mutating func escape(to content: inout [UInt8]) throws(Failure) {
        index += 1
        guard let byte else { throw failure("") }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "u"):
            let scalar = try scalar()
            content.append(contentsOf: String(Character(scalar)).utf8)
        default:
            index -= 1
            throw failure("there is an unknown escape in a string")
        }
    }

    /// Reads the digits of an escape, and the other half of a pair; half a pair is as good as an unknown character.
    private mutating func scalar() throws(Failure) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let back = index
        index += 2
        let second = try codeUnit()
        guard 0xDC00...0xDFFF ~= second else {
            index = back
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte, let digit = byte.hexValue else {
                throw failure("there is an escape without its digits in a string")
            }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }
}

extension UInt8 {
    /// What the byte is worth as a hexadecimal digit.
    fileprivate var hexValue: UInt16? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
