import _TalynFoundation
import _TalynSupport

/// The files of a document, each read once, and the references between them.
final class DocumentFiles {
    let diagnostics: Diagnostics
    private var files: [String: SourceFile?] = [:]
    /// The documents by their own URIs (`$self` of OpenAPI 3.2, section 4.1.2). The first one counts.
    private var rootsByLocation: [String: Node] = [:]
    /// The number of references that may be followed to find one value.
    private var remainingSteps = 0
    /// The ends of chains of references, by the references in them. Only values of files are keys, which live as long as this.
    private var ends: [ObjectIdentifier: Result<Node, Fault>] = [:]
    /// The values that references lead to, by the file that has the reference, and by the schemas around it that it can be about.
    private var found: [Reference: Result<Node, Fault>] = [:]
    /// The schemas with an anchor, by the root around them.
    private var anchors: [ObjectIdentifier: Anchors] = [:]

    /// The schemas with an `$id`, by the root around them.
    private var resources: [ObjectIdentifier: [String: Node]] = [:]

    private struct Anchors {
        /// The first schema with each anchor.
        var first: [String: Node] = [:]
        /// The dynamic anchors that several schemas have.
        var ambiguous: Set<String> = []
    }

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Reads the document at a path, which can be relative.
    func read(document path: String) throws(GenerationError) -> SourceFile {
        try read(URL(fileURLWithPath: path).standardizedFileURL.path, name: path)
    }

    func read(_ path: String, name: String? = nil, isReference: Bool = false) throws(GenerationError) -> SourceFile {
        if let known = files[path], let file = known { return file }
        let file = SourceFile(name: name ?? path, path: path)
        try parse(FileContents.read(path, name: file.name, isReference: isReference), of: file)
        return file
    }

    /// Ends the lives of files and values, which refer to each other.
    func removeAll() {
        for file in files.values { file?.root = nil }
        files = [:]
        rootsByLocation = [:]
        ends = [:]
        found = [:]
        anchors = [:]
        resources = [:]
    }

    func read(text: String, path: String) throws(GenerationError) -> SourceFile {
        let file = SourceFile(name: path, path: path)
        try parse(Data(text.utf8), of: file)
        return file
    }

    private func parse(_ data: Data, of file: SourceFile) throws(GenerationError) {
        file.root = try DeepStack.run { () throws(GenerationError) in
            try root(of: FileText.utf8(data, of: file), file)
        }
        files[file.path] = .some(file)
        if let location = file.root?.ownLocation, rootsByLocation[location] == nil {
            rootsByLocation[location] = file.root
        }
    }

    private func root(of data: Data, _ file: SourceFile) throws(GenerationError) -> Node {
        if data.isJSONContainer {
            do {
                return try JSONReader.read(data, in: file, diagnostics)
            } catch  where error.isTooDeep || file.path.lowercased().hasSuffix(".json") {
                throw error
            } catch {}
        }
        #if canImport(Yams)
        return try YAMLReader.read(String(decoding: data, as: UTF8.self), in: file, diagnostics)
        #else
        throw GenerationError(file.name, "This build reads JSON only. Build it with the trait Generator.")
        #endif
    }

    // MARK: References

    /// The value that a reference leads to, through further references; nil for one that leads nowhere, which is reported.
    func target(of reference: String, from node: Node, followsReferences: Bool = true) -> Node? {
        do {
            let target = try find(reference, from: node)
            // A schema's own reference can have siblings, so only a plain one is followed here.
            return followsReferences ? try end(of: target) : target
        } catch {
            diagnostics.skip(node, "The reference '\(reference)' \(error.text)")
            return nil
        }
    }

    /// The value at the end of a chain of references without anything beside them.
    private func end(of start: Node) throws(Fault) -> Node {
        var passed: Set<ObjectIdentifier> = []
        var current = start
        var end: Result<Node, Fault>?
        while end == nil {
            let id = ObjectIdentifier(current)
            if let known = ends[id] {
                end = known
            } else if let reference = current.reference, current.children.count == 1 {
                guard passed.insert(id).inserted else {
                    end = .failure(Fault("leads to itself."))
                    break
                }
                do {
                    current = try find(reference, from: current)
                } catch {
                    end = .failure(Fault("leads to '\(reference)', which \(error.text)"))
                }
            } else {
                end = .success(current)
            }
        }
        guard let end else { return current }
        for id in passed { ends[id] = end }
        return try end.get()
    }

    /// The value that a reference leads to; nil for one that leads nowhere, which isn't reported again.
    func quietTarget(of reference: String, from node: Node) -> Node? { try? find(reference, from: node) }

    private struct Fault: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private struct Reference: Hashable {
        let file: ObjectIdentifier
        let base: [ObjectIdentifier]
        let text: String

        init(_ text: String, from node: Node) {
            file = ObjectIdentifier(node.file)
            base = node.bases(of: text).map { ObjectIdentifier($0) }
            self.text = text
        }
    }

    private func find(_ reference: String, from node: Node) throws(Fault) -> Node {
        remainingSteps = 10_000
        let key = Reference(reference, from: node)
        if let known = found[key] { return try known.get() }
        let result = Result { () throws(Fault) in try find(reference, from: node, depth: 0) }
        found[key] = result
        return try result.get()
    }

    /// - Parameter depth: The number of references around this one, whose targets are references with members inside.
    private func find(_ reference: String, from node: Node, depth: Int) throws(Fault) -> Node {
        remainingSteps -= 1
        guard remainingSteps > 0 else { throw Fault("leads nowhere: it leads through too many others.") }
        guard depth < 50 else { throw Fault("leads to itself.") }
        let key = Reference(reference, from: node)
        if let known = found[key], case .success(let target) = known { return target }
        let target = try findTarget(reference, from: node, depth: depth)
        // A fault of a reference inside others can be that of the limits.
        found[key] = .success(target)
        return target
    }

    private func findTarget(_ reference: String, from node: Node, depth: Int) throws(Fault) -> Node {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? parts[1].percentDecodedLeniently : ""
        let location = String(parts.first ?? "")
        if let resource = embedded(location, from: node) { return try value(at: fragment, in: resource, depth) }
        guard let root = try file(at: location, from: node) else {
            throw Fault("leads nowhere: the file is empty.")
        }
        let bases = location.isEmpty ? node.bases(of: reference) : []
        if let resource = bases.first, resource.resourceID != nil {
            if let target = try? value(at: fragment, in: resource, depth) { return target }
        }
        do throws(Fault) {
            return try value(at: fragment, in: root, depth)
        } catch {
            // A schema that was written for a file of its own.
            if let base = bases.last, let target = try? value(at: fragment, in: base, depth) { return target }
            throw error
        }
    }

    /// The value that a fragment leads to in a document or in a schema.
    private func value(at fragment: String, in root: Node, _ depth: Int) throws(Fault) -> Node {
        if fragment.isEmpty { return root }
        guard fragment.hasPrefix("/") else {
            guard let target = anchors(in: root).first[fragment] else {
                throw Fault("leads nowhere: there is no anchor '\(fragment)'.")
            }
            return target
        }
        var current = root
        for part in fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let key = String(part.replacing("~1", with: "/").replacing("~0", with: "~"))
            var hops = 0
            while current.child(key) == nil, let inner = current.reference, hops < 50 {
                hops += 1
                current = try find(inner, from: current, depth: depth + 1)
            }
            guard let next = current.child(key) else { throw Fault("leads nowhere: there is no '\(key)'.") }
            current = next
        }
        return current
    }

    /// The schema inside the file that has a location as its own URI (`$id` of JSON Schema 2020-12, section 8.2.1).
    private func embedded(_ location: String, from node: Node) -> Node? {
        guard !location.isEmpty, let root = node.file.root else { return nil }
        let known = resources(in: root)
        if known.isEmpty { return nil }
        if let resource = known[location] { return resource }
        let base = node.nearest { $0.resourceID != nil }?.resourceID.flatMap { URL(string: $0) }
        return base.flatMap { URL(string: location, relativeTo: $0) }.flatMap { known[$0.absoluteString] }
    }

    /// The schemas of a file with an `$id`, by it. The first one counts.
    private func resources(in root: Node) -> [String: Node] {
        if let known = resources[ObjectIdentifier(root)] { return known }
        var found: [String: Node] = [:]
        var stack = [root]
        while let node = stack.popLast() {
            if let id = node.resourceID, found[id] == nil { found[id] = node }
            stack += node.schemaChildren.reversed()
        }
        resources[ObjectIdentifier(root)] = found
        return found
    }

    /// The root of the file at a location; nil for an empty file.
    private func file(at location: String, from node: Node) throws(Fault) -> Node? {
        if location.isEmpty { return node.file.root }
        var location = location
        if let base = node.file.root?.ownLocation, let own = Self.location(location, below: base) {
            if own.isEmpty { return node.file.root }
            location = own
        } else if let root = rootsByLocation[location] {
            return root
        }
        if location.contains("://") {
            throw Fault("leads nowhere: documents on other servers aren't fetched. Save it beside the document.")
        }
        let folder = URL(fileURLWithPath: node.file.path).deletingLastPathComponent()
        let decoded = location.percentDecodedLeniently
        if decoded.utf8.contains(0) { throw Fault("leads nowhere: no file has such a name.") }
        let url = decoded.hasPrefix("/") ? URL(fileURLWithPath: decoded) : folder.appendingPathComponent(decoded)
        let path = url.standardizedFileURL.path
        if let known = files[path] {
            guard let known else { throw Fault("leads nowhere: the file can't be read.") }
            return known.root
        }
        files[path] = .some(nil)
        let base = node.file.name.split(separator: "/").dropLast().joined(separator: "/")
        do throws(GenerationError) {
            let name = base.isEmpty || decoded.hasPrefix("/") ? decoded : "\(base)/\(decoded)"
            return try read(path, name: name, isReference: true).root
        } catch {
            throw Fault("leads nowhere: \(error.description)")
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

    /// Whether the meaning of a dynamic reference depends on the schemas through which a reader came to it, since several schemas have its
    /// anchor (JSON Schema 2020-12, section 8.2.3.2).
    func isAmbiguous(dynamicReference reference: String, from node: Node) -> Bool {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count > 1, let root = try? file(at: String(parts[0]), from: node) else { return false }
        return anchors(in: root).ambiguous.contains(parts[1].percentDecodedLeniently)
    }

    /// The schemas with an `$anchor`, or a `$dynamicAnchor`. The first one in the document counts.
    private func anchors(in root: Node) -> Anchors {
        if let known = anchors[ObjectIdentifier(root)] { return known }
        var found = Anchors()
        var dynamic: Set<String> = []
        var stack = [root]
        while let node = stack.popLast() {
            for keyword in ["$anchor", "$dynamicAnchor"] {
                guard case .string(let anchor)? = node.child(keyword)?.unread else { continue }
                if keyword == "$dynamicAnchor", !dynamic.insert(anchor).inserted { found.ambiguous.insert(anchor) }
                if found.first[anchor] == nil {
                    found.first[anchor] = node
                } else if keyword == "$anchor" {
                    let problem = "Another schema has the anchor '\(anchor)'."
                    diagnostics.note(node, "\(problem) References lead to the first one.")
                }
            }
            stack += node.children.reversed()
        }
        anchors[ObjectIdentifier(root)] = found
        return found
    }
}

/// The reason for which nothing can be generated.
public struct GenerationError: Error, CustomStringConvertible {
    let place: String
    let problem: String
    /// Whether the values of the file contain too many others in each other. Another reader finds the same.
    private(set) var isTooDeep = false

    init(_ place: String, _ problem: String) {
        self.place = place
        self.problem = problem
    }

    /// The number of names that an error shows of a long way to a value.
    static let maximumNames = 8

    /// The error of a value that is inside too many others.
    ///
    /// - Parameter path: The names from the root to a value around it.
    static func tooDeep(_ file: SourceFile, _ line: Int, _ path: [String]) -> GenerationError {
        let start = path.prefix(maximumNames).reduce("#") { $0.pointer(to: $1) }
        let rest = path.count > maximumNames ? "/…" : ""
        let problem = "More than \(JSONOutline.maximumDepth) arrays and objects contain each other."
        var error = file.error(line, "\(problem) (\(start)\(rest))")
        error.isTooDeep = true
        return error
    }

    public var description: String { "\(place): \(problem)" }
}

extension SourceFile {
    func error(_ line: Int, _ problem: String) -> GenerationError { GenerationError("\(name):\(line)", problem) }
}

extension Node {
    func error(_ problem: String) -> GenerationError { file.error(line, problem) }
}

extension Data {
    /// Whether the text is a JSON object or array, by its first character after spaces and a byte order mark.
    var isJSONContainer: Bool {
        let first = first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
