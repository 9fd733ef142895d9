/// Trusts the servers that the system trusts.
public struct DefaultTrustEvaluator: ServerTrustEvaluating {
    public var serverTrust: ServerTrust { .system }

    /// Creates an evaluator.
    public init() {}
}
