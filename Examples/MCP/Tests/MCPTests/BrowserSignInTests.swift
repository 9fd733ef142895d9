#if AsyncHTTPClient
import Foundation
import Talyn
import TalynAuth
import TalynTesting
import Testing

@testable import MCP

@Suite(.stubs) final class BrowserSignInTests {
    private struct PageIsOpen: Error {
        let clientID: String?
    }

    private var stubs: StubSet { .current }
    private let folder: URL
    private let port: UInt16

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = UInt16(try #require(try await LoopbackReceiver().redirectURI.port))
        stubs.describeAuthorization(at: "/.well-known/oauth-protected-resource/mcp")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func client(show: @escaping @Sendable (URL) async throws -> Void) -> MCPClient {
        MCPClient(endpoint, signIn: MCPClient.browserSignIn(folder: folder, port: port, show: show))
    }

    /// Opens the page, and goes no further.
    private func pageOfRequest() async -> PageIsOpen? {
        let client = client { page in
            let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems
            throw PageIsOpen(clientID: items?.first { $0.name == "client_id" }?.value)
        }
        return await #expect(throws: PageIsOpen.self) { try await client.request("ping") }
    }

    /// Signs in, as an earlier run of the program did.
    private func signInBefore() async throws {
        let redirectURI = try #require(URL(string: "http://127.0.0.1:\(port)/callback"))
        try await signIn(
            at: endpoint,
            OAuthClientMetadata(name: "Talyn", redirectURIs: [redirectURI]),
            in: FileTokenStore(folder.appending(path: "client.json")),
            FileTokenStore(folder.appending(path: "tokens.json"))
        )
    }

    @Test func storedTokenThatTheServerRefusesLetsTheUserSignIn() async throws {
        stubs.on(.post("/register"), .json(["client_id": "first"], statusCode: 201), times: .once)
        stubs.on(.post("/token"), .json(["access_token": "old", "token_type": "Bearer"]), times: .once)
        let refusals = stubs.on(rpc("initialize"), .status(401), times: .exactly(2))
        try await signInBefore()
        #expect(await pageOfRequest()?.clientID == "first")
        #expect(stubs.requests(to: refusals).map { $0.headerFields[.authorization] } == [nil, "Bearer old"])
    }

    @Test func clientThatTheAuthorizationServerHasForgottenIsRegisteredAgain() async throws {
        stubs.on(
            .post("/register"),
            .json(["client_id": "first"], statusCode: 201),
            .json(["client_id": "second"], statusCode: 201),
            times: .exactly(2)
        )
        stubs.on(
            .post("/token"),
            .json(["access_token": "old", "token_type": "Bearer", "refresh_token": "r"]),
            .json(["error": "invalid_client"], statusCode: 401)
        )
        stubs.on(rpc("initialize"), .status(401), times: .exactly(2))
        try await signInBefore()
        #expect(await pageOfRequest()?.clientID == "second")
    }

    /// The user closes the page, or the server showed an error in it.
    @Test func browserThatNeverCallsBackEndsTheSignIn() async throws {
        stubs.on(
            .post("/register"),
            .json(["client_id": "first"], statusCode: 201),
            .json(["client_id": "second"], statusCode: 201)
        )
        stubs.on(rpc("initialize"), .status(401), times: .exactly(2))
        let client = client { _ in }
        let error = await #expect(throws: OAuthError.self) { try await client.request("ping") }
        #expect(error?.reason == .expired)
        #expect(await pageOfRequest()?.clientID == "second")
    }
}

struct FolderTests {
    @Test func eachURLHasAFolder() throws {
        let folder = URL(filePath: "/tokens", directoryHint: .isDirectory)
        let texts = [
            "https://a.example/mcp", "http://a.example/mcp", "https://a.example/mcp?tenant=a",
            "https://a.example/x/../mcp",
        ]
        let folders = try texts.map { MCPClient.folder(for: try #require(URL(string: $0)), in: folder) }
        #expect(Set(folders).count == texts.count)
        #expect(folders.allSatisfy { $0.deletingLastPathComponent().path == folder.path })
    }
}
#endif
