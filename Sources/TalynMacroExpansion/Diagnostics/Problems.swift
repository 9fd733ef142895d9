#if Macros
/// What is found wrong while a declaration is read.
struct Problems {
    private(set) var diagnostics: [Diagnostic] = []
    /// The names of the types that the declaration has: a `Data` among them is not Foundation's.
    var ownTypes: Set<String> = []

    var isEmpty: Bool { diagnostics.isEmpty }

    /// Notes a problem.
    ///
    /// - Parameters:
    ///   - id: A name of its kind.
    ///   - message: What is wrong, and how to mend it.
    ///   - node: What it is about.
    ///   - position: Where exactly, if that isn't the start of the node.
    ///   - fixIts: What can be done about it.
    mutating func note(
        _ id: String,
        _ message: String,
        at node: some SyntaxProtocol,
        position: AbsolutePosition? = nil,
        fixIts: [FixIt] = []
    ) {
        diagnostics.append(
            Diagnostic(node: node, position: position, message: Problem(id, message), fixIts: fixIts)
        )
    }

    /// Hands the problems to the compiler.
    func report(to context: some MacroExpansionContext) {
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
    }
}

extension FixIt {
    /// Puts one piece of syntax in the place of another.
    static func replace(_ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
        FixIt(
            message: Problem("fixIt", message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
        )
    }
}
#endif
