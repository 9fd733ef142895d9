/// A transport whose users look for an error of its own behind a refused status.
package protocol ValidatingTransport: Transport {
    /// The error for a status that the target's validation refuses.
    func validationError(for statusCode: Int) -> any Error
}
