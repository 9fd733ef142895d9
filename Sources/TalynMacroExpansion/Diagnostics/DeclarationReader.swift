#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Reads declarations, and collects diagnostics.
struct DeclarationReader {
    private var diagnostics: [Diagnostic] = []
    /// The names of the types that the declaration contains. A `Data` among them shadows Foundation's.
    var ownTypes: Set<String> = []
    /// The name of the declaration, if `Self` is another type in the generated members.
    var nameOfSelf: String?

    /// Whether there are errors, so that the macro can't generate code for the declaration.
    var hasErrors: Bool { diagnostics.contains { $0.diagMessage.severity == .error } }

    /// Adds a diagnostic.
    ///
    /// - Parameters:
    ///   - id: The identifier of the kind of diagnostic.
    ///   - message: The problem and a solution.
    ///   - node: The node to point at.
    ///   - position: The exact position, if it isn't the start of the node.
    ///   - severity: A warning if the generated code is still correct.
    ///   - fixIts: The fix-its. Nil values are ignored.
    mutating func diagnose(
        _ id: String,
        _ message: String,
        at node: some SyntaxProtocol,
        position: AbsolutePosition? = nil,
        severity: DiagnosticSeverity = .error,
        fixIts: [FixIt?] = []
    ) {
        let message = Message(id, message, severity: severity)
        let fixIts = fixIts.compactMap { $0 }
        // Compilers up to 6.3 ignore the position and show the start of the node. The token is the nearest node.
        let token = position.flatMap { node.token(at: $0) }
        let nearest = token.map { Syntax($0) } ?? Syntax(node)
        diagnostics.append(Diagnostic(node: nearest, position: position, message: message, fixIts: fixIts))
    }

    /// Reports the diagnostics to the compiler.
    func report(to context: some MacroExpansionContext) {
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
    }
}

/// The message of a diagnostic or of a fix-it.
struct Message: DiagnosticMessage, FixItMessage {
    let message: String
    let id: String
    let severity: DiagnosticSeverity

    init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
        self.id = id
        self.message = message
        self.severity = severity
    }

    var diagnosticID: MessageID { MessageID(domain: "Talyn", id: id) }
    var fixItID: MessageID { diagnosticID }
}
#endif
