/// Trusts every server: whoever stands between can read and change all. For development only.
public struct DisabledTrustEvaluator: ServerTrustEvaluating {
    public var serverTrust: ServerTrust { ServerTrust(verification: .none) }

    /// Creates an evaluator.
    public init() {}
}
