/// What becomes of the body of a response with a status that the target accepts.
enum ResponseSink: Sendable {
    /// What the target's task says: it is collected in memory, or written to the destination of a download.
    case target
    /// The caller reads it as it arrives.
    case stream

    var isTarget: Bool {
        if case .target = self { true } else { false }
    }
}
