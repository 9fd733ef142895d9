/// What becomes of the body of a response with a status that the target accepts.
enum ResponseSink: Sendable {
    /// What the target's task says: it is collected in memory, or written to the destination of a download.
    case target
    /// The caller reads it as it arrives.
    case stream
    /// It is written to a file, over as many attempts as that takes.
    case file(PartialDownload)

    var download: PartialDownload? {
        if case .file(let download) = self { download } else { nil }
    }

    var isTarget: Bool {
        if case .target = self { true } else { false }
    }
}
