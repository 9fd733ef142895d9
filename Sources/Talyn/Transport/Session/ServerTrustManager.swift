/// Says which servers a ``Session`` trusts, host by host.
public struct ServerTrustManager: Sendable {
    /// Whether hosts without an evaluator are refused; if not, the system decides on them.
    public let allHostsMustBeEvaluated: Bool

    /// The evaluators, under the names of hosts; `*.example.com` stands for all hosts below `example.com`.
    public let evaluators: [String: any ServerTrustEvaluating]

    /// Creates a manager.
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.evaluators = evaluators
    }

    func apply(to options: inout TransportOptions) {
        options.hostTrust = evaluators.mapValues(\.serverTrust)
        // No certificate is among no pins.
        if allHostsMustBeEvaluated { options.serverTrust = ServerTrust(pins: []) }
    }
}
