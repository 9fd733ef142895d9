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
        fields[.protocolVersion] = session?.version
        return fields
    }

    var body: RequestBody {
        if case .message(let message) = content { .json(message) } else { .none }
    }

    var targetName: String {
        switch content {
        case .message(let message): "MCP \(message.method ?? "response")"
        case .stream: "MCP stream"
        case .end: "MCP end of the session"
        }
    }
}

/// A session with a server.
struct Session: Sendable, CustomReflectable {
    /// Nil if the server keeps no sessions. Who knows the ID can use the session, so no text has it.
    let id: String?
    /// The version of the protocol; nil until both agree.
    var version: String?

    var customMirror: Mirror { Mirror(self, children: ["version": version as Any]) }
}

extension HTTPField.Name {
    static let sessionID = Self("Mcp-Session-Id")!
    static let protocolVersion = Self("MCP-Protocol-Version")!
}
