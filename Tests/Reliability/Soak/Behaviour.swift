#if Tools && os(Linux)
/// The behaviour of the server in an exchange. The path of the request names it.
enum Behaviour: String, CaseIterable, Sendable {
    /// Answers at once.
    case answer
    /// Answers after some milliseconds.
    case delay
    /// Answers in pieces, with pauses between them.
    case drip
    /// Answers with 100 KB.
    case long
    /// Answers with events, and goes on until the client leaves.
    case events
    /// Answers with 401 to the first token of a client.
    case challenge
    /// Redirects to ``answer``.
    case redirect
    /// Answers with 503 and a `Retry-After` of zero.
    case unavailable
    /// Closes the connection without an answer.
    case close
    /// Closes the connection in the middle of the body.
    case cut
    /// Resets the connection.
    case reset
    /// Closes the connection in the middle of the head.
    case cutHead
    /// Answers with something else than HTTP.
    case garbage
    /// Never answers.
    case silence

    /// Whether URLSession on Linux survives it: `Talyn.docc/TransportsOnLinux.md` names its crashes.
    var isForURLSession: Bool {
        switch self {
        case .cutHead, .garbage, .reset: false
        default: true
        }
    }
}
#endif
