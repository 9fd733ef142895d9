import Foundation
public import TalynOpenAPIRuntime

/// The description that a server gives of itself.
public struct MCPServer: Decodable, Sendable {
    public struct Info: Decodable, Sendable {
        public let name: String
        public let version: String
    }

    public let protocolVersion: String
    public let capabilities: JSONValue
    public let serverInfo: Info
    public let instructions: String?
}

/// A tool of a server.
public struct MCPTool: Decodable, Sendable {
    public let name: String
    public let description: String?
    /// The JSON Schema of the arguments.
    public let inputSchema: JSONValue
}

/// The result of a tool.
public struct MCPToolResult: Decodable, Sendable {
    /// Texts, images and other content, each with its `type`.
    public let content: [JSONValue]
    public let structuredContent: JSONValue?
    /// Whether the tool itself failed. The content says why.
    public let isError: Bool?

    /// The texts of the content, joined by line breaks.
    public var text: String { content.compactMap { $0["text"]?.string }.joined(separator: "\n") }
}

/// The progress of a request. The total is nil if the server doesn't know it.
public struct MCPProgress: Decodable, Sendable, Equatable {
    public let progress: Double
    public let total: Double?
    public let message: String?
}

extension MCPClient {
    /// The tools of the server, of all pages of its list.
    public func tools() async throws -> [MCPTool] {
        struct Page: Decodable {
            let tools: [MCPTool]
            let nextCursor: String?
        }
        var tools: [MCPTool] = []
        var params: [String: JSONValue] = [:]
        for _ in 0..<100 {
            let page = try await request("tools/list", params).decode(Page.self)
            tools += page.tools
            guard let cursor = page.nextCursor else { return tools }
            params = ["cursor": .string(cursor)]
        }
        throw MCPError.tooManyPages
    }

    /// Calls a tool.
    ///
    /// - Parameters:
    ///   - name: The name of the tool.
    ///   - arguments: Its arguments.
    ///   - timeout: The longest wait for the result; nil for that of the client.
    ///   - onProgress: Receives the progress that the tool reports.
    public func call(
        _ name: String,
        _ arguments: [String: JSONValue] = [:],
        timeout: Duration? = nil,
        onProgress: (@Sendable (MCPProgress) -> Void)? = nil
    ) async throws -> MCPToolResult {
        let params: [String: JSONValue] = ["name": .string(name), "arguments": .object(arguments)]
        return try await request("tools/call", params, timeout: timeout, onProgress: onProgress)
            .decode(MCPToolResult.self)
    }
}
