public import _TalynFoundation

extension Fault {
    /// A failure of a call in a ``FaultScript``.
    ///
    /// The call fails with the `TransportError` of a real transport. Its `underlyingError` is this failure.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Failure: Error, Sendable, Hashable {
        /// No answer: `TransportError.Kind.timedOut` after the request's `idleTimeout`. The server doesn't get the
        /// request.
        case timeout

        /// A refused connection: `TransportError.Kind.cannotConnect`. The server doesn't get the request.
        case connectionRefused

        /// A failure of TLS: `TransportError.Kind.secureConnectionFailed`. The server doesn't get the request.
        case tlsFailure

        /// Endless redirects: `TransportError.Kind.tooManyRedirects`. The server doesn't get the request.
        case redirectLoop

        /// An answer that isn't HTTP: `TransportError.Kind.invalidResponse`.
        case malformed

        /// A reset of the connection after some bytes of the body: `TransportError.Kind.connectionLost`. With 0 bytes the
        /// reset comes before the head.
        ///
        /// The server gets the request. A body with no more bytes than that arrives whole.
        case connectionReset(afterBytes: Int = 0)

        /// The end of the connection after the head and some bytes of the body: `TransportError.Kind.connectionLost`.
        ///
        /// A body with no more bytes than that arrives whole.
        case truncated(afterBytes: Int)

        /// Silence after the head and some bytes of the body: `TransportError.Kind.timedOut` after the request's
        /// `idleTimeout`.
        ///
        /// A body with no more bytes than that arrives whole.
        case halfOpen(afterBytes: Int)
    }
}

extension Fault.Failure {
    /// The kind of the transport's error.
    var kind: TransportError.Kind {
        switch self {
        case .timeout, .halfOpen: .timedOut
        case .connectionRefused: .cannotConnect
        case .tlsFailure: .secureConnectionFailed
        case .redirectLoop: .tooManyRedirects
        case .malformed: .invalidResponse
        case .connectionReset, .truncated: .connectionLost
        }
    }

    /// Whether the server gets the request.
    var isSeenByServer: Bool {
        switch self {
        case .timeout, .connectionRefused, .tlsFailure, .redirectLoop: false
        case .malformed, .connectionReset, .truncated, .halfOpen: true
        }
    }

    /// The number of bytes of the body before the failure; nil if it comes before the head.
    var bytesBefore: Int64? {
        switch self {
        case .connectionReset(let count) where count > 0: Int64(count)
        case .truncated(let count), .halfOpen(let count): Int64(max(count, 0))
        case .timeout, .connectionRefused, .tlsFailure, .redirectLoop, .malformed, .connectionReset: nil
        }
    }
}

extension Fault.Failure: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .timeout: "A fault script lets the request time out."
        case .connectionRefused: "A fault script refuses the connection."
        case .tlsFailure: "A fault script lets TLS fail."
        case .redirectLoop: "A fault script redirects in a circle."
        case .malformed: "A fault script answers with bytes that aren't HTTP."
        case .connectionReset(let count):
            "A fault script resets the connection after \(max(count, 0)) bytes of the body."
        case .truncated(let count): "A fault script ends the response after \(max(count, 0)) bytes of the body."
        case .halfOpen(let count): "A fault script stops sending after \(max(count, 0)) bytes of the body."
        }
    }
}
