#if Macros
/// What is wrong with a declaration, or a remedy for it.
struct Problem: DiagnosticMessage, FixItMessage {
    let message: String
    let id: String
    var severity = DiagnosticSeverity.error

    init(_ id: String, _ message: String) {
        self.id = id
        self.message = message
    }

    var diagnosticID: MessageID { MessageID(domain: "Talyn", id: id) }
    var fixItID: MessageID { diagnosticID }
}
#endif
