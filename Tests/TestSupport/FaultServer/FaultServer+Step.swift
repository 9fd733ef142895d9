extension FaultServer {
    /// One thing that the server does in answer to a request.
    package enum Step: Sendable {
        /// Sends the UTF-8 bytes of a string and goes on when the system has taken them.
        case send(String)

        /// Sends bytes and goes on when the system has taken them.
        case sendBytes([UInt8])

        /// Closes the connection in an orderly way.
        case close

        /// Closes the connection with a reset.
        case reset

        /// Does nothing more until the client closes the connection or the server stops.
        case hang

        /// Goes on when the test calls `release()`.
        case waitForRelease
    }
}
