import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files of a document, each read once, and the references between them.
final class DocumentFiles {
    let diagnostics: Diagnostics
    private var files: [String: SourceFile?] = [:]
    /// The documents by their own URIs (`$self` of OpenAPI 3.2, section 4.1.2). The first one counts.
    private var rootsByLocation: [String: Node] = [:]
    /// The number of references that may be followed to find one value.
    private var remainingSteps = 0
    /// The schemas with an anchor, by the root around them.
    private var anchors: [ObjectIdentifier: [String: Node]] = [:]

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Reads a file.
    ///
    /// - Throws: ``GenerationError`` with the place of the fault.
    func read(_ path: String, name: String? = nil, isReference: Bool = false) throws(GenerationError) -> SourceFile {
        if let known = files[path], let file = known { return file }
        let file = SourceFile(name: name ?? path, path: path)
        let data: Data
        do throws(FileContents.Failure) {
            data = try FileContents.read(path, isReference: isReference)
        } catch {
            throw GenerationError(file.name, error.problem)
        }
        try parse(data, of: file)
        register(file)
        return file
    }

    private func register(_ file: SourceFile) {
        files[file.path] = .some(file)
        if let location = file.root?.ownLocation, rootsByLocation[location] == nil {
            rootsByLocation[location] = file.root
        }
    }

    /// Ends the lives of files and values, which refer to each other.
    func removeAll() {
        for file in files.values { file?.root = nil }
        files = [:]
        rootsByLocation = [:]
        anchors = [:]
    }

    /// Reads a text in place of a file.
    func read(text: String, path: String) throws(GenerationError) -> SourceFile {
        let file = SourceFile(name: path, path: path)
        try parse(Data(text.utf8), of: file)
        register(file)
        return file
    }

    private func parse(_ data: Data, of file: SourceFile) throws(GenerationError) {
        let data = try FileText.utf8(data, of: file)
        let first = data.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if isJSON {
            do throws(JSONReader.Failure) {
                file.root = try JSONReader.read(data, in: file, diagnostics)
                return
            } catch {
                if file.path.lowercased().hasSuffix(".json") {
                    throw GenerationError("\(file.name):\(error.line)", "It isn't JSON: \(error.problem)")
                }
            }
        }
        #if canImport(Yams)
        do throws(YAMLReader.Failure) {
            file.root = try YAMLReader.read(String(decoding: data, as: UTF8.self), in: file, diagnostics)
        } catch {
            throw GenerationError("\(file.name):\(error.line)", error.problem)
        }
        #else
        throw GenerationError(file.name, "This build reads JSON only. Build it with the trait Generator.")
        #endif
    }

    // MARK: References

    /// The value that a reference leads to, through further references.
    ///
    /// Reports a reference that leads nowhere, and returns nil.
    ///
    /// - Parameter followsReferences: Whether the target of a target that is a reference itself counts.
    func target(of reference: String, from node: Node, followsReferences: Bool = true) -> Node? {
        var visited: Set<ObjectIdentifier> = []
        var current = node
        var reference = reference
        while true {
            guard visited.insert(ObjectIdentifier(current)).inserted else {
                diagnostics.skip(node, "The reference '\(reference)' leads to itself.")
                return nil
            }
            switch find(reference, from: current) {
            case .success(let target):
                // A schema's own reference can have siblings, so only a plain one is followed here.
                guard followsReferences, let next = target.reference, target.children.count == 1 else {
                    return target
                }
                current = target
                reference = next
            case .failure(let fault):
                diagnostics.skip(node, "The reference '\(reference)' leads nowhere: \(fault.text)")
                return nil
            }
        }
    }

    /// The value that a reference leads to; nil for one that leads nowhere, which isn't reported again.
    func quietTarget(of reference: String, from node: Node) -> Node? {
        if case .success(let target) = find(reference, from: node) { target } else { nil }
    }

    private struct Fault: Error {
        let text: String
    }

    private func find(_ reference: String, from node: Node) -> Result<Node, Fault> {
        remainingSteps = 10_000
        return find(reference, from: node, depth: 0)
    }

    /// - Parameter depth: The number of references around this one, whose targets are references with members inside.
    private func find(_ reference: String, from node: Node, depth: Int) -> Result<Node, Fault> {
        remainingSteps -= 1
        guard remainingSteps > 0 else { return .failure(Fault(text: "it leads through too many others.")) }
        guard depth < 50 else { return .failure(Fault(text: "it leads to itself.")) }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let location = String(parts.first ?? "")
        let fragment = parts.count > 1 ? parts[1].percentDecodedLeniently : ""
        let root: Node
        switch file(at: location, from: node) {
        case .success(let file): root = file
        case .failure(let fault): return .failure(fault)
        }
        if fragment.isEmpty { return .success(root) }
        guard fragment.hasPrefix("/") else {
            return anchor(fragment, in: root).map { .success($0) }
                ?? .failure(Fault(text: "there is no anchor '\(fragment)'."))
        }
        var current = root
        for part in fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let key = String(part.replacing("~1", with: "/").replacing("~0", with: "~"))
            var hops = 0
            while current.child(key) == nil, let inner = current.reference, hops < 50 {
                hops += 1
                switch find(inner, from: current, depth: depth + 1) {
                case .success(let target): current = target
                case .failure(let fault): return .failure(fault)
                }
            }
            guard let next = current.child(key) else { return .failure(Fault(text: "there is no '\(key)'.")) }
            current = next
        }
        return .success(current)
    }

    private func file(at location: String, from node: Node) -> Result<Node, Fault> {
        if location.isEmpty {
            return node.file.root.map { .success($0) } ?? .failure(Fault(text: "the file is empty."))
        }
        var location = location
        if let base = node.file.root?.ownLocation, let own = Self.location(location, below: base) {
            if own.isEmpty { return node.file.root.map { .success($0) } ?? .failure(Fault(text: "the file is empty.")) }
            location = own
        } else if let root = rootsByLocation[location] {
            return .success(root)
        }
        if location.contains("://") {
            return .failure(Fault(text: "documents on other servers aren't fetched. Save it beside the document."))
        }
        let folder = URL(fileURLWithPath: node.file.path).deletingLastPathComponent()
        let decoded = location.percentDecodedLeniently
        if decoded.utf8.contains(0) { return .failure(Fault(text: "no file has such a name.")) }
        let url = decoded.hasPrefix("/") ? URL(fileURLWithPath: decoded) : folder.appendingPathComponent(decoded)
        let path = url.standardizedFileURL.path
        if let known = files[path] {
            return known?.root.map { .success($0) } ?? .failure(Fault(text: "the file can't be read."))
        }
        files[path] = .some(nil)
        let base = node.file.name.split(separator: "/").dropLast().joined(separator: "/")
        do throws(GenerationError) {
            let name = base.isEmpty || decoded.hasPrefix("/") ? decoded : "\(base)/\(decoded)"
            let file = try read(path, name: name, isReference: true)
            return file.root.map { .success($0) } ?? .failure(Fault(text: "the file is empty."))
        } catch {
            return .failure(Fault(text: error.description))
        }
    }

    /// The location beside a document whose own URI is the base (`$self` of OpenAPI 3.2, section 4.1.2).
    ///
    /// - Returns: Nil for a location that isn't absolute, or isn't in the folder of the document. Empty for the document itself.
    private static func location(_ location: String, below base: String) -> String? {
        let own = base.prefix { $0 != "#" }
        if location == own || own.hasSuffix("/" + location) { return "" }
        guard location.contains("://"), let slash = own.lastIndex(of: "/"), own.contains("://"),
            location.hasPrefix(own[...slash])
        else { return nil }
        return String(location.dropFirst(own[...slash].count))
    }

    /// The schema with an `$anchor`, or an older `$id` with a fragment.
    private func anchor(_ name: String, in root: Node) -> Node? {
        if let known = anchors[ObjectIdentifier(root)] { return known[name] }
        var found: [String: Node] = [:]
        var stack = [root]
        while let node = stack.popLast() {
            for keyword in ["$anchor", "$dynamicAnchor"] {
                if case .string(let anchor)? = node.child(keyword)?.unread, found[anchor] == nil {
                    found[anchor] = node
                }
            }
            stack += node.children
        }
        anchors[ObjectIdentifier(root)] = found
        return found[name]
    }
}

/// The reason for which nothing can be generated.
public struct GenerationError: Error, CustomStringConvertible {
    /// The file, and the line if it is known.
    let place: String
    let problem: String

    init(_ place: String, _ problem: String) {
        self.place = place
        self.problem = problem
    }

    public var description: String { "\(place): \(problem)" }
}
