#if canImport(Yams)
import Yams

/// Reads YAML 1.2 to nodes, by its core schema: `yes` and dates are text, as in JSON.
struct YAMLReader {
    struct Failure: Error {
        let line: Int
        let problem: String
    }

    private let file: SourceFile
    private let diagnostics: Diagnostics
    /// Aliases can make a small file huge.
    private var remaining: Int

    static func read(_ text: String, in file: SourceFile, _ diagnostics: Diagnostics) throws(Failure) -> Node {
        var reader = YAMLReader(file: file, diagnostics: diagnostics, remaining: 100_000 + 2 * text.utf8.count)
        let (root, duplicates) = try compose(text)
        let node = try reader.node(root, key: "", parent: nil, depth: 0)
        for name in duplicates {
            diagnostics.note(node, "The name '\(name)' occurs twice in an object. The first counts.")
        }
        return node
    }

    /// Parses a text. Yams refuses names that occur twice, so they are renamed.
    private static func compose(_ text: String) throws(Failure) -> (root: Yams.Node, duplicates: [String]) {
        var text = text
        var renamed: [String] = []
        while true {
            do {
                guard let root = try Parser(yaml: text).singleRoot() else {
                    throw Failure(line: 1, problem: "The file is empty.")
                }
                return (root, renamed)
            } catch let failure as Failure {
                throw failure
            } catch YamlError.duplicatedKeysInMapping(let names, let context) {
                guard renamed.count < 100, let changed = renaming(names.first ?? "", after: context.mark, in: text)
                else {
                    throw Failure(line: context.mark.line, problem: "The name '\(names.first ?? "")' occurs twice.")
                }
                renamed += names.prefix(1)
                text = changed
            } catch {
                throw Failure(error as? YamlError)
            }
        }
    }

    /// The text with another name in place of the second one in a block mapping.
    private static func renaming(_ name: String, after mark: Mark, in text: String) -> String? {
        // CR LF is one `Character`.
        var lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        let column = mark.column - 1
        for index in lines.indices.dropFirst(mark.line) {
            let indentation = lines[index].prefix { $0 == " " }.count
            let rest = lines[index].dropFirst(indentation)
            if rest.isEmpty || rest.hasPrefix("#") { continue }
            if indentation < column { return nil }
            guard indentation == column else { continue }
            for quote in ["", "\"", "'"] where rest.hasPrefix("\(quote)\(name)\(quote):") {
                let value = rest.dropFirst(name.count + 2 * quote.count)
                lines[index] = "\(String(repeating: " ", count: column))x-duplicate-\(index)\(value)"
                return lines.joined(separator: "\n")
            }
        }
        return nil
    }

    private mutating func node(_ source: Yams.Node, key: String, parent: Node?, depth: Int) throws(Failure) -> Node {
        let line = source.mark?.line ?? parent?.line ?? 1
        remaining -= 1
        guard depth <= JSONReader.maximumDepth else { throw Failure(line: line, problem: "It is nested too deeply.") }
        guard remaining > 0 else { throw Failure(line: line, problem: "Its aliases make it too large.") }
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
            for (name, value) in mapping where name.scalar?.string != "<<" {
                guard let key = name.scalar?.string else { continue }
                _ = members.append(key, try self.node(value, key: key, parent: node, depth: depth + 1))
            }
            for (name, value) in mapping where name.scalar?.string == "<<" {
                let sources = value.sequence.map { Array($0) } ?? [value]
                for (name, value) in sources.compactMap(\.mapping).joined() {
                    guard let key = name.scalar?.string, members[key] == nil else { continue }
                    _ = members.append(key, try self.node(value, key: key, parent: node, depth: depth + 1))
                }
            }
            node.set(.object(members))
        case .alias:
            break
        }
        return node
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

extension YAMLReader.Failure {
    fileprivate init(_ error: YamlError?) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(line: mark.line, problem: "It isn't YAML: \(problem).")
        default:
            self.init(line: 1, problem: "It isn't YAML.")
        }
    }
}
#endif
