import _TalynSupport

#if canImport(Yams)
import Yams

/// Reads YAML 1.2 to nodes, by its core schema: `yes` and dates are text, as in JSON.
struct YAMLReader {
    private let file: SourceFile
    private let diagnostics: Diagnostics
    /// Aliases can make a small file huge.
    private var remaining: Int

    static func read(_ text: String, in file: SourceFile, _ diagnostics: Diagnostics) throws(GenerationError) -> Node {
        var reader = YAMLReader(file: file, diagnostics: diagnostics, remaining: 100_000 + 2 * text.utf8.count)
        return try reader.node(compose(text, file), key: "", parent: nil, depth: 0)
    }

    /// The number of repeated names that a file can have. Each costs a parse.
    private static let maximumRepetitions = 100

    /// Parses a text. Yams refuses names that occur twice, so the first one gets another name.
    private static func compose(_ text: String, _ file: SourceFile) throws(GenerationError) -> Yams.Node {
        var text = text
        var count = 0
        while true {
            do {
                guard let root = try Parser(yaml: text).singleRoot() else {
                    throw file.error(1, "The file is empty.")
                }
                return root
            } catch let error as GenerationError {
                throw error
            } catch YamlError.duplicatedKeysInMapping(let names, let context) {
                let (name, mark) = (names.first ?? "", context.mark)
                count += 1
                guard count <= maximumRepetitions,
                    let renamed = RepeatedNames.renaming(
                        name,
                        line: mark.line,
                        column: mark.column,
                        number: count,
                        in: text
                    )
                else { throw file.error(mark.line, "The name '\(name)' occurs twice.") }
                text = renamed
            } catch {
                throw Self.error(error as? YamlError, text, file)
            }
        }
    }

    private static func error(_ error: YamlError?, _ text: String, _ file: SourceFile) -> GenerationError {
        switch error {
        case .parser(_, let problem, let mark, _) where problem.hasPrefix("Maximum nesting level"):
            GenerationError.tooDeep(file, mark.line, path(before: mark.line, in: text))
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            file.error(mark.line, "It isn't YAML: \(problem).")
        default: file.error(1, "It isn't YAML.")
        }
    }

    /// The names down to the last value before a line.
    private static func path(before line: Int, in text: String) -> [String] {
        let start = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(line - 1)
        var node = try? Parser(yaml: start.joined(separator: "\n")).singleRoot()
        var path: [String] = []
        while let current = node, path.count <= GenerationError.maximumNames {
            if let (key, value) = current.mapping.flatMap({ Array($0).last }) {
                path.append(key.scalar?.string ?? "")
                node = value
            } else if let elements = current.sequence, let element = elements.last {
                path.append(String(elements.count - 1))
                node = element
            } else {
                break
            }
        }
        return path
    }

    private mutating func node(_ source: Yams.Node, key: String, parent: Node?, depth: Int) throws(GenerationError)
        -> Node
    {
        let line = source.mark?.line ?? parent?.line ?? 1
        remaining -= 1
        guard depth <= JSONOutline.maximumDepth else { throw .tooDeep(file, line, parent?.path ?? []) }
        guard remaining > 0 else { throw file.error(line, "Its aliases make it too large.") }
        let node = Node(in: file, parent: parent, key: key, line: line)
        switch source {
        case .scalar(let scalar):
            node.set(Self.value(of: scalar))
        case .sequence(let sequence):
            var elements: [Node] = []
            for element in sequence {
                elements.append(try self.node(element, key: String(elements.count), parent: node, depth: depth + 1))
            }
            node.set(.array(elements))
        case .mapping(let mapping):
            var members = NodeMembers()
            for (key, value) in try self.members(of: mapping, node, depth: depth) {
                let name = RepeatedNames.original(key)
                members.append(try self.node(value, key: name, parent: node, depth: depth + 1), diagnostics)
            }
            node.set(.object(members))
        case .alias:
            break
        }
        return node
    }

    /// The members of a mapping, with those of the mappings that `<<` merges into it. Of two with one name, the first counts: the own
    /// one, then those of the merged mappings in their order (YAML's merge key, https://yaml.org/type/merge.html).
    private mutating func members(
        of mapping: Yams.Node.Mapping,
        _ node: Node,
        depth: Int
    ) throws(GenerationError) -> [(key: String, value: Yams.Node)] {
        let line = node.line
        guard depth <= JSONOutline.maximumDepth else { throw .tooDeep(file, line, node.path) }
        var members: [(key: String, value: Yams.Node)] = []
        var merged: [Yams.Node] = []
        for (name, value) in mapping {
            guard let scalar = name.scalar else {
                throw file.error(name.mark?.line ?? line, "The name of a member must be a text.")
            }
            if scalar.string == "<<", scalar.style == .plain || scalar.style == .any {
                merged += value.sequence.map { Array($0) } ?? [value]
            } else {
                members.append((scalar.string, value))
            }
        }
        guard !merged.isEmpty else { return members }
        var known = Set(members.map(\.key))
        for source in merged {
            guard let mapping = source.mapping else {
                throw file.error(source.mark?.line ?? line, "'<<' needs an object, or an array of objects.")
            }
            for member in try self.members(of: mapping, node, depth: depth + 1) {
                remaining -= 1
                if known.insert(member.key).inserted { members.append(member) }
            }
            guard remaining > 0 else { throw file.error(line, "Its aliases make it too large.") }
        }
        return members
    }

    /// The value of a scalar (YAML 1.2, section 10.3).
    private static func value(of scalar: Yams.Node.Scalar) -> Node.Value {
        let text = scalar.string
        guard scalar.style == .plain || scalar.style == .any, scalar.tag.description != "tag:yaml.org,2002:str" else {
            return .string(text)
        }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = text.utf8.first, (0x30...0x39).contains(first) || "+-.".utf8.contains(first),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eExoabcdfABCDF".utf8.contains($0) })
        else { return .string(text) }
        if text.hasPrefix("0x"), let number = Int(text.dropFirst(2), radix: 16) { return .number(String(number)) }
        if text.hasPrefix("0o"), let number = Int(text.dropFirst(2), radix: 8) { return .number(String(number)) }
        // Swift reads hexadecimal digits with a fraction, too.
        guard !text.contains("x"), let number = Double(text), number.isFinite else { return .string(text) }
        return .number(text.hasPrefix("+") ? String(text.dropFirst()) : text)
    }
}
#endif
