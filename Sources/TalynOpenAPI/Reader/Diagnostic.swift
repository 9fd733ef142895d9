/// A fault of a document, or a part of it that no source can be generated for.
package struct Diagnostic: Sendable, Hashable {
    package enum Severity: String, Sendable {
        /// The document can't be read at all.
        case error
        /// A part is left out.
        case skipped
        /// Something is generated, but less precisely than the document says.
        case note
    }

    package let severity: Severity
    package let message: String
    /// The path of the file.
    package let file: String
    package let line: Int
    /// The JSON pointer of the part (RFC 6901).
    package let pointer: String
}

extension Diagnostic: CustomStringConvertible {
    package var description: String {
        "\(file):\(line): \(severity.rawValue): \(message)\(pointer.isEmpty ? "" : " (\(pointer))")"
    }
}

/// Collects the diagnostics of a run.
final class Diagnostics {
    private(set) var all: [Diagnostic] = []
    private var known: Set<Diagnostic> = []

    func skip(_ node: Node, _ message: String) { add(.skipped, node, message) }

    func note(_ node: Node, _ message: String) { add(.note, node, message) }

    /// Reports a choice of a configuration that doesn't fit the document.
    func skip(_ choice: PageChoice, _ message: String) {
        add(Diagnostic(severity: .skipped, message: message, file: choice.file, line: choice.line, pointer: ""))
    }

    private func add(_ severity: Diagnostic.Severity, _ node: Node, _ message: String) {
        add(
            Diagnostic(
                severity: severity,
                message: message,
                file: node.file.name,
                line: node.line,
                pointer: node.pointer
            )
        )
    }

    private func add(_ diagnostic: Diagnostic) {
        if known.insert(diagnostic).inserted { all.append(diagnostic) }
    }
}
