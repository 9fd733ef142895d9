import _TalynSupport

extension String {
    /// The text as a form encodes a name or a value, with `%20` for a space (WHATWG URL; RFC 9421, section 2.2.8).
    var formEncoded: String { percentEncoded(allowed: .formText) }
}
