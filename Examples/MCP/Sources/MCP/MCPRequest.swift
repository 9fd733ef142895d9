import Foundation
import Talyn

/// An HTTP request to an MCP server. All of them have the same URL.
struct MCPRequest: TargetType {
    enum Content: Sendable {
        case message(Message)
        /// The stream of a session, or the rest of one that broke off.
        case stream
        /// The end of a session.
        case end
    }

    let baseURL: URL
    let content: Content
    /// The session; nil in the request that starts one.
    let session: Session?

    let path: RequestPath = ""

    var method: HTTPRequest.Method {
        switch content {
        case .message: .post
        case .stream: .get
        case .end: .delete
        }
    }

    var headerFields: HTTPFields {
        var fields = HTTPFields()
        if case .message = content { fields[.accept] = "application/json, text/event-stream" }
        fields[.sessionID] = session?.id
        fields[.protocolVersion] = session?.server.protocolVersion
        return fields
    }

    var body: RequestBody {
        if case .message(let message) = content { .json(message) } else { .none }
    }

    var targetName: String {
        guard case .message(let message) = content else { return "MCP \(method) stream" }
        return "MCP \(message.method ?? "response")"
    }
}

/// A session with a server. Its ID is nil if the server keeps none.
struct Session: Sendable {
    let id: String?
    let server: MCPServer
}

extension HTTPField.Name {
    static let sessionID = Self("Mcp-Session-Id")!
    static let protocolVersion = Self("MCP-Protocol-Version")!
}
