/// A request as a plugin sees it on its way to the transport.
@preconcurrency
public protocol RequestType: Sendable {
    /// The request, as prepared by all plugins.
    var request: URLRequest? { get }

    /// The header fields that the transport adds to every request that doesn't set them itself.
    var sessionHeaders: [String: String] { get }
}

/// The request that ``Plugin/willSend(_:target:)`` is told of.
struct PreparedRequest: RequestType {
    let request: URLRequest?
    let sessionHeaders: [String: String]
}
