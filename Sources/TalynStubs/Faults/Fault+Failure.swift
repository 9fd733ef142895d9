public import Foundation

extension Fault {
    /// How a call fails that a ``FaultScript`` lets fail.
    ///
    /// The call ends with the `TransportError` that a real transport would report, whose `underlyingError` this is.
    public enum Failure: Error, Sendable, Hashable {
        /// Nothing ever answers: `TransportError.Kind.timedOut` when the request's `timeoutInterval` is over. The server
        /// doesn't see the request.
        case timeout

        /// Nobody listens: `TransportError.Kind.cannotConnect`. The server doesn't see the request.
        case connectionRefused

        /// No secure connection comes about: `TransportError.Kind.secureConnectionFailed`. The server doesn't see the
        /// request.
        case tlsFailure

        /// Each redirect leads to another: `TransportError.Kind.tooManyRedirects`. The server doesn't see the request.
        case redirectLoop

        /// What the server answers is not HTTP: `TransportError.Kind.invalidResponse`.
        case malformed

        /// The connection is reset once so many bytes of the body have arrived, with none before the head:
        /// `TransportError.Kind.connectionLost`.
        ///
        /// The server has seen the request. A body of no more bytes than that arrives whole.
        case connectionReset(afterBytes: Int = 0)

        /// The connection is closed after the head and so many bytes of the body: `TransportError.Kind.connectionLost`.
        ///
        /// A body of no more bytes than that arrives whole.
        case truncated(afterBytes: Int)

        /// The head and so many bytes of the body arrive, and then nothing: `TransportError.Kind.timedOut` when the
        /// request's `timeoutInterval` is over.
        ///
        /// A body of no more bytes than that arrives whole.
        case halfOpen(afterBytes: Int)
    }
}

extension Fault.Failure {
    /// What a transport reports.
    package var kind: TransportError.Kind {
        switch self {
        case .timeout, .halfOpen: .timedOut
        case .connectionRefused: .cannotConnect
        case .tlsFailure: .secureConnectionFailed
        case .redirectLoop: .tooManyRedirects
        case .malformed: .invalidResponse
        case .connectionReset, .truncated: .connectionLost
        }
    }

    /// Whether the server has seen the request.
    var isSeenByServer: Bool {
        switch self {
        case .timeout, .connectionRefused, .tlsFailure, .redirectLoop: false
        case .malformed, .connectionReset, .truncated, .halfOpen: true
        }
    }

    /// After how many bytes of the body it strikes; nil if before the head.
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
        case .timeout: "A fault script lets nothing answer."
        case .connectionRefused: "A fault script refuses the connection."
        case .tlsFailure: "A fault script lets TLS fail."
        case .redirectLoop: "A fault script redirects in a circle."
        case .malformed: "A fault script answers with what is not HTTP."
        case .connectionReset(let count):
            "A fault script resets the connection after \(max(count, 0)) bytes of the body."
        case .truncated(let count): "A fault script ends the response after \(max(count, 0)) bytes of the body."
        case .halfOpen(let count): "A fault script falls silent after \(max(count, 0)) bytes of the body."
        }
    }
}
