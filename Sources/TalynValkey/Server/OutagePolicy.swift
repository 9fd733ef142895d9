/// The behavior of a store while its server is out of reach.
public struct OutagePolicy: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Hashable {
        case local, fail
        case wait(Duration)
    }

    let kind: Kind

    /// Uses the state of this process alone.
    public static let useLocalState = OutagePolicy(kind: .local)

    /// Fails with ``ValkeyServerError``.
    public static let fail = OutagePolicy(kind: .fail)

    /// Waits for the server, and then fails with ``ValkeyServerError``.
    ///
    /// - Parameter limit: The longest time to wait.
    public static func wait(upTo limit: Duration) -> OutagePolicy { OutagePolicy(kind: .wait(limit)) }

    public var description: String {
        switch kind {
        case .local: "useLocalState"
        case .fail: "fail"
        case .wait(let limit): "wait(upTo: \(limit))"
        }
    }
}
