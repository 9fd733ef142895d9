#if Macros
/// What is wrong with a declaration, or a remedy for it.
struct Problem: DiagnosticMessage, FixItMessage {
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
