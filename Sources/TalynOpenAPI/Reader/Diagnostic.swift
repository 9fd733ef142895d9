import _TalynSupport

/// A fault of a document, or a part of it that no source can be generated for.
public struct Diagnostic: Sendable, Hashable {
    enum Severity: String, Sendable {
        /// The document can't be read at all.
        case error
        /// A part is left out.
        case skipped
        /// Something is generated, but less precisely than the document says.
        case note
    }

    let severity: Severity
    let message: String
    let file: String
    let line: Int
    /// The JSON pointer of the part (RFC 6901).
    let pointer: String
    /// The number of parts that the message is about. The first one has the place.
    var count = 1
}

extension Diagnostic: CustomStringConvertible {
    public var description: String {
        let others = count > 1 ? " and \(count - 1) more" : ""
        let place = pointer.isEmpty ? "" : " (\(pointer)\(others))"
        // A terminal does what control characters tell it.
        return "\(file):\(line): \(severity.rawValue): \(message)\(place)".withoutControlCharacters
    }
}

final class Diagnostics {
    private(set) var all: [Diagnostic] = []
    private var known: Set<Diagnostic> = []
    /// The places of the notes with the same message, in the list of all.
    private var groups: [String: Int] = [:]
    private let groupsNotes: Bool
    /// The parts that are left out. They live as long as their identities are asked for.
    private var skipped: [ObjectIdentifier: Node] = [:]

    /// - Parameter groupsNotes: Whether many notes of one kind are one, with the first place and a count.
    init(groupsNotes: Bool = true) {
        self.groupsNotes = groupsNotes
    }

    func skip(_ node: Node, _ message: String) {
        skipped[ObjectIdentifier(node)] = node
        add(.skipped, node, message)
    }

    func hasSkipped(_ node: Node) -> Bool { skipped[ObjectIdentifier(node)] != nil }

    func note(_ node: Node, _ message: String) { add(.note, node, message) }

    /// Reports a choice of a configuration that doesn't fit the document.
    func skip(_ file: String, _ line: Int, _ message: String) {
        add(Diagnostic(severity: .skipped, message: message, file: file, line: line, pointer: ""))
    }

    /// Adds a note of a kind that documents have many of, such as one for each `pattern`.
    func noteOfMany(_ node: Node, _ message: String) {
        guard groupsNotes else { return note(node, message) }
        if let index = groups[message] {
            all[index].count += 1
        } else {
            let index = all.count
            note(node, message)
            if all.count > index { groups[message] = index }
        }
    }

    private func add(_ severity: Diagnostic.Severity, _ node: Node, _ message: String) {
        let (file, line, pointer) = (node.file.name, node.line, node.pointer)
        add(Diagnostic(severity: severity, message: message, file: file, line: line, pointer: pointer))
    }

    private func add(_ diagnostic: Diagnostic) {
        if known.insert(diagnostic).inserted { all.append(diagnostic) }
    }
}
