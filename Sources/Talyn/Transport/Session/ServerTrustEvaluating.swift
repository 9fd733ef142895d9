/// Says when a server is trusted; a ``ServerTrust`` says it of itself.
public protocol ServerTrustEvaluating: Sendable {
    /// When a server is trusted.
    var serverTrust: ServerTrust { get }
}

extension ServerTrust: ServerTrustEvaluating {
    public var serverTrust: ServerTrust { self }
}
