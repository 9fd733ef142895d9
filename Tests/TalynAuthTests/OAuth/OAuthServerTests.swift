#if (canImport(CryptoKit) || Crypto) && (os(macOS) || os(Linux))
import Foundation
import HTTPTypes
import Talyn
import TalynAuth
import TestSupport
import Testing

/// The deadline of a request never passes.
private let provider = Provider<OAuthRequest>(requestOptions: .patient, clock: ManualClock())

/// An authorization server that isn't ours: django-oauth-toolkit. `Scripts/ci/prepare` installs it.
struct OAuthServerTests {
    private static let python = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["TALYN_PYTHON"] ?? "/usr/bin/python3"
    )
    private static let absence: Comment = "SKIPPED: needs a Python with django-oauth-toolkit, named by TALYN_PYTHON"

    @Sendable private static func isInstalled() async -> Bool {
        (try? await ChildProcess.run(python, ["-c", "import oauth2_provider"]))?.isSuccess == true
    }

    /// A page or an API of the server.
    private struct Page: OAuthTarget {
        let baseURL: URL
        var path: RequestPath = ""
        var tokenRequest: TokenRequest?
        var validation: StatusValidation { .successAndRedirectCodes }
        var requestOptions: RequestOptions {
            RequestOptions {
                $0.idleTimeout = .seconds(3_600)
                $0.redirects = .doNotFollow
            }
        }
    }

    private struct Item: Decodable {
        let client: String
        let scope: String
    }

    private struct Counts: Decodable, Equatable {
        let access: Int
        let refresh: Int
        let revoked: Int
    }

    private struct Site: Sendable {
        let url: URL
        let server: AuthorizationServer

        func session(_ client: OAuthClient, _ grant: OAuthGrant = .signIn, _ scopes: Set<String>) -> OAuthSession {
            OAuthSession(server: server, client: client, grant: grant, scopes: scopes, provider: provider)
        }

        func get(_ path: RequestPath) async throws -> Response {
            try await Provider<Page>().request(Page(baseURL: url, path: path))
        }

        func item(_ session: OAuthSession, _ scope: String = "read", plugin: OAuthPlugin? = nil) async throws -> Item {
            let provider = Provider<Page>(plugins: [plugin ?? OAuthPlugin(session)])
            let target = Page(baseURL: url, path: "/api/\(scope)", tokenRequest: TokenRequest())
            return try await provider.request(target, as: Item.self)
        }

        var counts: Counts {
            get async throws { try await get("/counts").decode() }
        }

        /// What a browser does whose user agrees.
        func browse(_ request: AuthorizationRequest) async throws -> URL {
            let response = try await Provider<Page>().request(Page(baseURL: request.url))
            return try #require(response.headerFields[.location].flatMap { URL(string: $0) })
        }
    }

    private func withSite(_ body: (Site) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let script = RepositoryFiles.url("Scripts/oauth/server.py").path
        let arguments = [script, "0", folder.url.appendingPathComponent("db").path]
        try await ChildProcess.withProcess(Self.python, arguments) { process in
            let line = try #require(await process.line(containing: "Listening at "), "\(process.current.errorText)")
            let port = try #require(line.split(separator: " ").last)
            let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
            var server = try await AuthorizationServer.discover(url, with: provider)
            // Its description leaves this endpoint out.
            server.deviceAuthorizationEndpoint = url.appendingPathComponent("device-authorization/")
            try await body(Site(url: url, server: server))
        }
    }

    @Test(.enabled(Self.absence) { await isInstalled() })
    func allFlowsWork() async throws {
        try await withSite { site in
            #expect(site.server.identifiesItselfInCallbacks)
            try await service(site)
            try await user(site)
            try await device(site)
        }
    }

    private func service(_ site: Site) async throws {
        let client = OAuthClient(id: "service:1", authentication: .basic(secret: "s:e%c &+"))
        let session = site.session(client, .clientCredentials, ["read"])
        #expect(try await site.item(session).scope == "read")
        // The API demands another scope.
        #expect(try await site.item(session, "write").scope.contains("write"))
        _ = try await site.get("/expire")
        #expect(try await site.item(session).client == "service")

        let posting = OAuthClient(id: "service:1", authentication: .post(secret: "s:e%c &+"))
        #expect(try await site.item(site.session(posting, .clientCredentials, ["read"])).client == "service")

        let wrong = OAuthClient(id: "service:1", authentication: .basic(secret: "wrong"))
        let error = await #expect(throws: OAuthError.self) {
            try await site.session(wrong, .clientCredentials, ["read"]).accessToken()
        }
        #expect(error?.code == "invalid_client")
    }

    private func user(_ site: Site) async throws {
        let session = site.session(OAuthClient(id: "app"), .signIn, ["read"])
        let redirectURI = URL(string: "http://127.0.0.1:9999/callback")!
        let request = try session.authorizationRequest(redirectURI: redirectURI)
        let callback = try await site.browse(request)
        #expect(callback.absoluteString.contains("iss="))
        try await session.signIn(request, callback: callback)
        #expect(try await site.item(session).client == "app")

        // A code is for one sign-in.
        let error = await #expect(throws: OAuthError.self) { try await session.signIn(request, callback: callback) }
        #expect(error?.code == "invalid_grant")

        let before = try await site.counts
        _ = try await site.get("/expire")
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { _ = try await site.item(session) } }
            try await group.waitForAll()
        }
        // One refresh for all calls. The refresh token is another one now.
        #expect(try await site.counts.refresh == before.refresh + 1)
        _ = try await site.get("/expire")
        _ = try await site.item(session)
        #expect(try await site.counts.refresh == before.refresh + 2)

        let plugin = OAuthPlugin(
            session,
            stepUp: { stepUp in
                let scopes = stepUp.scopes.union(["read"])
                let request = try session.authorizationRequest(redirectURI: redirectURI, scopes: scopes)
                try await session.signIn(request, callback: try await site.browse(request))
            }
        )
        #expect(try await site.item(session, "write", plugin: plugin).scope.contains("write"))

        let token = try await session.accessToken()
        try await session.signOut()
        #expect(try await session.isSignedIn == false)
        let stale = Probe(site.url, "/api/read", headers: ["Authorization": "Bearer \(token.value)"])
        // The revocation goes on after the sign-out.
        var status = 0
        for _ in 0..<10_000 where status != 401 {
            status = try await Provider<Probe>().request(stale).statusCode
        }
        #expect(status == 401)
    }

    private func device(_ site: Site) async throws {
        let session = site.session(OAuthClient(id: "device"), .signIn, ["read"])
        let device = try await session.deviceAuthorization()
        _ = try await site.get("/agree/\(device.userCode)")
        try await session.signIn(device)
        #expect(try await site.item(session).client == "device")
    }
}
#endif
