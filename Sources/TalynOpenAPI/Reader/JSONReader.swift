import TalynStubs
import _TalynFoundation
import _TalynSupport

/// Reads JSON (RFC 8259) to nodes with their lines. Foundation decodes texts, numbers and words, each alone.
struct JSONReader {
    private let file: SourceFile
    private let diagnostics: Diagnostics
    private let text: Data
    private var place = (offset: 0, line: 1)

    static func read(_ text: Data, in file: SourceFile, _ diagnostics: Diagnostics) throws(GenerationError) -> Node {
        var reader = JSONReader(file: file, diagnostics: diagnostics, text: text)
        do {
            return try JSONOutline.read(text) { try reader.node(&$0, key: "", parent: nil, depth: 0) }
        } catch let error as GenerationError {
            throw error
        } catch let error as JSONOutline.Invalid {
            throw file.error(reader.line(at: error.offset), "It isn't JSON: \(Self.problem(error.reason))")
        } catch {
            throw file.error(reader.place.line, "It isn't JSON: The text isn't JSON.")
        }
    }

    private init(file: SourceFile, diagnostics: Diagnostics, text: Data) {
        self.file = file
        self.diagnostics = diagnostics
        self.text = text
    }

    private static func problem(_ reason: JSONOutline.Invalid.Reason) -> String {
        switch reason {
        case .endOfText: "The text ends in the middle of a value."
        case .tooDeep: "It is nested too deeply."
        case .unexpected: "There is an unexpected character."
        }
    }

    /// The line of an offset. Offsets mostly grow, so each line break is counted once.
    private mutating func line(at offset: Int) -> Int {
        if offset < place.offset { place = (0, 1) }
        let passed = text.dropFirst(place.offset).prefix(offset - place.offset)
        place = (offset, place.line + passed.count { $0 == 0x0A })
        return place.line
    }

    private mutating func node(_ outline: inout JSONOutline, key: String, parent: Node?, depth: Int) throws -> Node {
        guard depth <= JSONOutline.maximumDepth else {
            throw GenerationError.tooDeep(file, line(at: outline.offset), parent?.path ?? [])
        }
        let sign = outline.peek()
        let node = Node(in: file, parent: parent, key: key, line: line(at: outline.offset))
        switch sign {
        case UInt8(ascii: "{"):
            var members = NodeMembers()
            try outline.members { name, outline in
                members.append(try self.node(&outline, key: name, parent: node, depth: depth + 1), diagnostics)
            }
            node.set(.object(members))
        case UInt8(ascii: "["):
            var elements: [Node] = []
            try outline.elements { outline in
                let index = String(elements.count)
                elements.append(try self.node(&outline, key: index, parent: node, depth: depth + 1))
            }
            node.set(.array(elements))
        case UInt8(ascii: "\""):
            node.set(.string(try outline.decode(String.self)))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            node.set(.bool(try outline.decode(Bool.self)))
        case UInt8(ascii: "n"):
            _ = try outline.decode(Bool?.self)
        default:
            var copy = outline
            // A number that fits no type is one of the document, too.
            _ = try copy.decode(AnyNumber.self)
            node.set(.number(String(decoding: try outline.value(), as: UTF8.self)))
        }
        return node
    }

    /// Any number of JSON, also one that is too large for each type.
    private struct AnyNumber: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
