/// Writes JSON for people and for version control: a line for each member, but one for what is short.
struct JSONWriter {
    private(set) var output: [UInt8] = []

    static func data(_ node: JSONNode, indentation: Int = 0) -> Data {
        var writer = JSONWriter()
        writer.write(node, indentation)
        return Data(writer.output)
    }

    mutating func write(_ node: JSONNode, _ indentation: Int) {
        switch node {
        case .null: write("null")
        case .bool(let value): write(value ? "true" : "false")
        case .number(let digits): write(digits)
        case .string(let text): string(text)
        case .array(let elements):
            list("[", "]", elements, indentation, isShort: elements.isEmpty) { $0.write($1, $2) }
        case .object(let members):
            list("{", "}", members, indentation, isShort: members.count < 4 && members.allSatisfy(\.isShort)) {
                $0.string($1.name)
                $0.write(": ")
                $0.write($1.value, $2)
            }
        }
    }

    private mutating func list<Item>(
        _ start: StaticString,
        _ end: StaticString,
        _ items: [Item],
        _ indentation: Int,
        isShort: Bool,
        _ write: (inout JSONWriter, Item, Int) -> Void
    ) {
        self.write(start)
        for (index, item) in items.enumerated() {
            if index > 0 { self.write(isShort ? ", " : ",") }
            if !isShort { newLine(indentation + 2) }
            write(&self, item, indentation + 2)
        }
        if !isShort, !items.isEmpty { newLine(indentation) }
        self.write(end)
    }

    private mutating func newLine(_ indentation: Int) {
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: indentation))
    }

    private mutating func write(_ text: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

    mutating func string(_ text: String) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): write("\\\"" as StaticString)
            case UInt8(ascii: "\\"): write("\\\\" as StaticString)
            case 0x0A: write("\\n" as StaticString)
            case 0x0D: write("\\r" as StaticString)
            case 0x09: write("\\t" as StaticString)
            case ..<0x20: write("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}

extension JSONNode.Member {
    fileprivate var isShort: Bool {
        switch value {
        case .array, .object: false
        case .string(let text): text.utf8.count < 200
        case .null, .bool, .number: true
        }
    }
}
