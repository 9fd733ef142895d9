/// What a ``TransferStream`` tells.
public enum TransferEvent: Sendable {
    /// How much of the request's body has been sent.
    case sent(TransferProgress)

    /// How much of the response's body has arrived.
    case received(TransferProgress)

    /// The call is complete; nothing follows.
    case finished(Response)
}
