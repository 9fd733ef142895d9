#if AsyncHTTPClient
import Foundation
import Talyn
import TalynAuth
import TalynOpenAPIRuntime
import Testing

@testable import MCP

/// Servers that aren't ours. `Servers/servers.py` starts them, and prints the variables that name them.
///
/// The official SDK keeps the events of all sessions by the IDs of their requests. So only one session uses them at a time.
@Suite(.serialized) struct ServerTests {
    static let areStarted = ProcessInfo.processInfo.environment["MCP_SDK"] != nil
    static let absence: Comment = "SKIPPED: needs the servers of Servers/servers.py"
    static let all = ["MCP_FASTMCP", "MCP_FASTMCP_JSON", "MCP_SDK"]
    /// Those that answer with event streams, and keep sessions.
    static let streaming = ["MCP_FASTMCP", "MCP_SDK"]

    private func client(
        _ name: String,
        onNotification: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in }
    ) throws -> MCPClient {
        let text = try #require(ProcessInfo.processInfo.environment[name])
        return MCPClient(try #require(URL(string: text)), timeout: .seconds(3_600), onNotification: onNotification)
    }

    @Test(.enabled(if: areStarted, absence), arguments: all)
    func toolsAreListedAndCalled(server: String) async throws {
        let client = try client(server)
        #expect(try await client.connect().protocolVersion == "2025-11-25")
        #expect(try await client.tools().map(\.name).contains("add"))
        let sum = try await client.call("add", ["a": 2, "b": 3])
        #expect(sum.text == "5")
        let failure = try await client.call("fail")
        #expect(failure.isError == true)
        await #expect(throws: MCPError.self) { try await client.request("no/such/method") }
        let sums = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { try await client.call("add", ["a": .integer(Int64(number)), "b": 1]).text }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(sums == Set((1...20).map { "\($0)" }))
        await client.close()
    }

    @Test(.enabled(if: areStarted, absence), arguments: streaming)
    func progressIsReported(server: String) async throws {
        let client = try client(server)
        let steps = Received<MCPProgress>()
        #expect(try await client.call("count", ["to": 3]) { steps.append($0) }.text == "done")
        let expected = (1...3).map { MCPProgress(progress: Double($0), total: 3, message: "step \($0)") }
        steps.finish()
        #expect(await steps.first(3) == expected)
        await client.close()
    }

    @Test(.enabled(if: areStarted, absence), arguments: streaming)
    func streamThatTheServerClosesIsResumed(server: String) async throws {
        let client = try client(server)
        let steps = Received<MCPProgress>()
        #expect(try await client.call("part") { steps.append($0) }.text == "whole")
        steps.finish()
        #expect(await steps.first(3).map(\.progress) == [1, 2, 3])
        await client.close()
    }

    @Test(.enabled(if: areStarted, absence), arguments: streaming)
    func cancelledCallStopsAtTheServer(server: String) async throws {
        let client = try client(server)
        let steps = Received<MCPProgress>()
        let name = UUID().uuidString
        let task = Task { try await client.call("wait", ["name": .string(name)]) { steps.append($0) } }
        _ = await steps.first(1)
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(try await client.call("was_cancelled", ["name": .string(name)]).text == "true")
        await client.close()
    }

    @Test(.enabled(if: areStarted, absence), arguments: streaming)
    func sessionThatEndedIsReplaced(server: String) async throws {
        let client = try client(server)
        try await client.connect()
        let first = try await client.session()
        let end = await MCPRequest(baseURL: client.url, content: .end, session: first)
        let options = RequestOptions { $0.idleTimeout = .seconds(3_600) }
        _ = try await Provider<MCPRequest>().request(end, options: options)
        #expect(try await client.call("add", ["a": 2, "b": 3]).text == "5")
        #expect(try await client.session().id != first.id)
        await client.close()
    }

    @Test(.enabled(if: areStarted, absence), arguments: streaming)
    func listenerHearsOfChanges(server: String) async throws {
        let notifications = Received<String>()
        let client = try client(server) { method, _ in notifications.append(method) }
        try await client.connect()
        let listener = Task { try await client.listen() }
        // The stream may not be open yet. Without one, the server drops the notification or keeps it.
        let changes = Task {
            while !Task.isCancelled { _ = try await client.call("change") }
        }
        #expect(await notifications.first(1) == ["notifications/tools/list_changed"])
        changes.cancel()
        listener.cancel()
        _ = await (changes.result, listener.result)
        await client.close()
    }

    @Test(.enabled(if: areStarted, absence))
    func serverWithoutAStreamEndsTheListener() async throws {
        try await client("MCP_FASTMCP_JSON").listen()
    }

    @Test(.enabled(if: areStarted, absence))
    func signInGivesAccess() async throws {
        let name = try #require(ProcessInfo.processInfo.environment["MCP_FASTMCP_LOCKED"])
        let server = try #require(URL(string: name))
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

        /// A page in a browser whose user agrees at once: the server leads it to the callback.
        struct Page: TargetType {
            let baseURL: URL
            let path: RequestPath = ""
        }
        let pages = Received<URL>()
        let port = try await LoopbackReceiver().redirectURI.port
        let signIn = MCPClient.browserSignIn(folder: folder, port: UInt16(try #require(port))) { page in
            pages.append(page)
            _ = try await Provider<Page>().request(Page(baseURL: page))
        }
        let client = MCPClient(server, signIn: { try await signIn($0, $1) })
        async let first = client.call("add", ["a": 2, "b": 3])
        async let second = client.call("add", ["a": 3, "b": 4])
        #expect(try await [first.text, second.text] == ["5", "7"])

        // The next start of the program finds the tokens.
        let again = MCPClient(server, signIn: { try await signIn($0, $1) })
        #expect(try await again.call("add", ["a": 1, "b": 1]).text == "2")
        pages.finish()
        #expect(await pages.first(2).count == 1)
        await client.close()
        await again.close()
    }
}
#endif
