import HTTPTypes

extension Endpoint: CustomStringConvertible {
    /// The method and the URL, without the secrets that a query may hold.
    public var description: String { "\(method.rawValue) \(Redaction.strict.url(URLJoining.readable(url)))" }
}
