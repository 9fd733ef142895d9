#if (canImport(CryptoKit) || Crypto) && (os(macOS) || os(Linux))
import Foundation
import HTTPTypes
import Talyn
import TalynAuth
import TestSupport
import Testing

/// The deadline of a request never passes.
private let provider = Provider<OAuthRequest>(requestOptions: .patient, clock: ManualClock())

/// An API of the Model Context Protocol that isn't ours: fastmcp. `Scripts/ci/prepare` installs it.
struct ToolServerTests {
    private static let python = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["TALYN_PYTHON"] ?? "/usr/bin/python3"
    )
    private static let absence: Comment = "SKIPPED: needs a Python with fastmcp, named by TALYN_PYTHON"

    @Sendable private static func isInstalled() async -> Bool {
        (try? await ChildProcess.run(python, ["-c", "import fastmcp, uvicorn"]))?.isSuccess == true
    }

    /// A call of the tool that adds two numbers.
    private struct Sum: OAuthTarget {
        let baseURL: URL
        let path: RequestPath = "/mcp"
        let method = HTTPRequest.Method.post
        let headerFields: HTTPFields = [
            .contentType: "application/json", .accept: "application/json, text/event-stream",
        ]
        let body = RequestBody.data(
            Data(
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2,"b":3}}}"#
                    .utf8
            )
        )
        let tokenRequest: TokenRequest? = TokenRequest()
        var requestOptions: RequestOptions { .patient }
    }

    /// The page at which a user signs in.
    private struct Page: TargetType {
        let baseURL: URL
        let path: RequestPath = ""
        var validation: StatusValidation { .successAndRedirectCodes }
        var requestOptions: RequestOptions {
            RequestOptions {
                $0.idleTimeout = .seconds(3_600)
                $0.redirects = .doNotFollow
            }
        }
    }

    private func withServer(_ body: (URL) async throws -> Void) async throws {
        let script = RepositoryFiles.url("Scripts/oauth/tools.py").path
        try await ChildProcess.withProcess(Self.python, [script, "0"]) { process in
            let line = try #require(await process.line(containing: "Listening at "), "\(process.current.errorText)")
            let port = try #require(line.split(separator: " ").last)
            try await body(try #require(URL(string: "http://127.0.0.1:\(port)")))
        }
    }

    /// What a browser does whose user agrees.
    private func signIn(_ session: OAuthSession, scopes: Set<String>? = nil) async throws {
        let redirectURI = URL(string: "http://127.0.0.1:9999/callback")!
        let request = try session.authorizationRequest(redirectURI: redirectURI, scopes: scopes)
        let response = try await Provider<Page>().request(Page(baseURL: request.url))
        let callback = try #require(response.headerFields[.location].flatMap { URL(string: $0) })
        try await session.signIn(request, callback: callback)
    }

    @Test(.enabled(Self.absence) { await isInstalled() })
    func apiIsUsedThatOnlyItsURLTells() async throws {
        try await withServer { url in
            let api = url.appending(path: "mcp")
            let (clients, tokens) = (MemoryTokenStore(), MemoryTokenStore())
            let metadata = OAuthClientMetadata(
                name: "Sums",
                redirectURIs: [URL(string: "http://127.0.0.1:9999/callback")!]
            )
            let source = OAuthClientSource.registering(metadata, in: clients)

            // A refused call leads to the server. The API wants both scopes.
            let refusal = await #expect(throws: TalynError.self) {
                try await Provider<Sum>().request(Sum(baseURL: url))
            }
            let session = try await OAuthSession.discover(
                from: api,
                challenge: try #require(refusal).response,
                as: source,
                store: tokens,
                provider: provider
            )
            #expect(session.scopes == ["read", "write"])

            // A token with one of them is not enough.
            try await signIn(session, scopes: ["read"])
            let steps = Recorder<Set<String>>()
            let plugin = OAuthPlugin(
                session,
                stepUp: { stepUp in
                    steps.record(stepUp.scopes)
                    try await signIn(session, scopes: stepUp.scopes.union(session.scopes))
                }
            )
            let sum = try await Provider<Sum>(plugins: [plugin]).request(Sum(baseURL: url))
            #expect(String(decoding: sum.data, as: UTF8.self).contains(#""result":5"#))
            #expect(steps.events == [["read", "write"]])

            // The program starts again: it is the same client, and its user is signed in.
            let kept = await clients.load()
            let again = try await OAuthSession.discover(from: api, as: source, store: tokens, provider: provider)
            #expect(await clients.load() == kept)
            #expect(try await again.isSignedIn)
            let second = try await Provider<Sum>(plugins: [OAuthPlugin(again)]).request(Sum(baseURL: url))
            #expect(second.statusCode == 200)
        }
    }
}
#endif
