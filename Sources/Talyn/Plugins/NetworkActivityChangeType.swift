/// What happened on the network.
public enum NetworkActivityChangeType: Sendable, Hashable {
    /// An attempt is about to be sent.
    case began

    /// It has ended, whether with a response, with an error, or because it was cancelled.
    case ended
}
