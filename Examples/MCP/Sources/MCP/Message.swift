public import TalynOpenAPIRuntime

/// A message of JSON-RPC 2.0: a request, a notification or a response.
struct Message: Codable, Sendable {
    struct Failure: Codable, Sendable {
        var code: Int
        var message: String
        var data: JSONValue?
    }

    var jsonrpc = "2.0"
    /// The number or text that a request and its response share; nil in a notification.
    var id: JSONValue?
    var method: String?
    var params: JSONValue?
    var result: JSONValue?
    var error: Failure?
}

/// The failure of an exchange with an MCP server. Failures of HTTP are a `TalynError`, failures of a sign-in an `OAuthError`.
public enum MCPError: Error, Sendable, CustomStringConvertible {
    /// The server answered with an error.
    case refused(code: Int, message: String, data: JSONValue?)
    /// The connection ended before the response, and the server can't resume the stream. It may have processed the request.
    case interrupted(method: String, underlyingError: (any Error)?)
    /// The response can't be read, or belongs to another request. The server has processed the request.
    case invalidResponse(method: String, underlyingError: (any Error)?)
    /// The client is closed.
    case closed
    /// The server speaks a version of the protocol that this client doesn't know.
    case unsupportedVersion(String)
    /// The server lists its tools on more pages than the client reads.
    case tooManyPages

    init(_ failure: Message.Failure) {
        self = .refused(code: failure.code, message: failure.message, data: failure.data)
    }

    public var description: String {
        switch self {
        case .refused(let code, let message, _): "The server answered with error \(code): \(message)"
        case .interrupted(let method, let error):
            "The connection ended before the response to \(method). The server may have processed it. "
                + (error.map { "\($0)" } ?? "The server closed it.")
        case .invalidResponse(let method, let error):
            "The response to \(method) is invalid. " + (error.map { "\($0)" } ?? "It belongs to another request.")
        case .closed: "The client is closed."
        case .unsupportedVersion(let version):
            "The server speaks version \(version). The client knows \(MCPClient.versions.joined(separator: ", "))."
        case .tooManyPages: "The server lists its tools on too many pages."
        }
    }
}
