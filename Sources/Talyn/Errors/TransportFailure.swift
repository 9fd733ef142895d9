/// An error of a transport: a ``TransportError``, or one of the library that a transport stands on, for which its users
/// look.
package protocol TransportFailure: Error {
    /// What it is in words that are the same for all transports.
    var transportError: TransportError { get }
}

extension TransportError: TransportFailure {
    package var transportError: TransportError { self }
}
