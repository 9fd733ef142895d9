/// A transport that follows redirects by a ``Conversation``, unless a request's options say otherwise.
package protocol RedirectingTransport: Transport {
    /// What becomes of redirects.
    var redirects: RedirectPolicy { get }
}
