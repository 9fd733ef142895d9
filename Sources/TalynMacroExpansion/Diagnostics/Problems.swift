#if Macros
/// What is found wrong while a declaration is read.
struct Problems {
    private var diagnostics: [Diagnostic] = []
    /// The names of the types that the declaration has: a `Data` among them is not Foundation's.
    var ownTypes: Set<String> = []

    /// Whether something is so wrong that nothing can be made of the declaration.
    var hasErrors: Bool { diagnostics.contains { $0.diagMessage.severity == .error } }

    /// Notes a problem.
    ///
    /// - Parameters:
    ///   - id: A name of its kind.
    ///   - message: What is wrong, and how to mend it.
    ///   - node: What it is about.
    ///   - position: Where exactly, if that isn't the start of the node.
    ///   - severity: An error unless what is made of the declaration is right all the same.
    ///   - fixIts: What can be done about it, as far as anything can.
    mutating func note(
        _ id: String,
        _ message: String,
        at node: some SyntaxProtocol,
        position: AbsolutePosition? = nil,
        severity: DiagnosticSeverity = .error,
        fixIts: [FixIt?] = []
    ) {
        let message = Problem(id, message, severity: severity)
        let fixIts = fixIts.compactMap { $0 }
        // Compilers up to 6.3 show the start of the node, whatever the position: the token is as near as one gets.
        let token = position.flatMap { node.token(at: $0) }
        let nearest = token.map { Syntax($0) } ?? Syntax(node)
        diagnostics.append(Diagnostic(node: nearest, position: position, message: message, fixIts: fixIts))
    }

    /// Hands the problems to the compiler.
    func report(to context: some MacroExpansionContext) {
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
    }
}
#endif
