import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct AuthorizationRequestTests {
    let world = OAuthWorld()
    let redirectURI = URL(string: "app://callback/done")!

    private func query(_ url: URL) -> [String: String] {
        world.parameters(url.absoluteString.drop { $0 != "?" }.dropFirst())
    }

    /// RFC 7636, appendix B.
    @Test func challengeIsThatOfTheRFC() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(verifier.digestBase64URL == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func pageHasTheParametersOfTheSignIn() throws {
        let session = world.session(scopes: ["b", "a c"])
        let request = try session.authorizationRequest(
            redirectURI: redirectURI,
            resource: "https://api.example.com",
            parameters: ["login_hint": "a+b@example.com"]
        )
        #expect(request.url.absoluteString.hasPrefix("https://login.example.com/authorize?tenant=7&"))
        let query = query(request.url)
        #expect(query["response_type"] == "code")
        #expect(query["client_id"] == "app")
        #expect(query["redirect_uri"] == "app://callback/done")
        #expect(query["scope"] == "a c b")
        #expect(query["resource"] == "https://api.example.com")
        #expect(query["login_hint"] == "a+b@example.com")
        #expect(query["code_challenge_method"] == "S256")
        #expect(query["code_challenge"] == request.codeVerifier.digestBase64URL)
        #expect(query["state"] == request.state)
        #expect(query["dpop_jkt"] == nil)
    }

    @Test func eachSignInHasItsOwnSecrets() throws {
        let session = world.session()
        let requests = try (0..<3).map { _ in try session.authorizationRequest(redirectURI: redirectURI) }
        #expect(Set(requests.map(\.state)).count == 3)
        #expect(Set(requests.map(\.codeVerifier)).count == 3)
        #expect(requests.allSatisfy { $0.codeVerifier.utf8.count == 43 })
    }

    @Test func codeBecomesTokens() async throws {
        let store = MemoryTokenStore()
        let session = world.session(store: store)
        var changes = session.changes.makeAsyncIterator()
        try await world.signIn(session, scopes: "read write")
        let form = world.state.value.forms[0]
        #expect(form["grant_type"] == "authorization_code")
        #expect(form["client_id"] == "app")
        #expect(form["redirect_uri"] == "app://callback")
        #expect(form["scope"] == nil)
        #expect(try await session.accessToken().scopes == ["read", "write"])
        #expect(await store.load() != nil)
        guard case .signedIn = await changes.next() else {
            Issue.record("The session doesn't tell the sign-in.")
            return
        }
    }

    @Test func requestSurvivesARestart() async throws {
        let request = try world.session().authorizationRequest(redirectURI: redirectURI)
        let data = try JSONEncoder().encode(request)
        let session = world.session()
        try await session.signIn(
            try JSONDecoder().decode(AuthorizationRequest.self, from: data),
            callback: world.callback(for: request.url)
        )
        #expect(try await session.isSignedIn)
    }

    private enum Callback: String, CaseIterable, Sendable {
        case noState = "app://callback/done?code=1"
        case otherState = "app://callback/done?code=1&state=other"
        case twoStates = "app://callback/done?code=1&state=STATE&state=other"
        case otherScheme = "evil://callback/done?code=1&state=STATE"
        case otherHost = "app://other/done?code=1&state=STATE"
        case otherPath = "app://callback/other?code=1&state=STATE"
        case otherIssuer = "app://callback/done?code=1&state=STATE&iss=https%3A%2F%2Fevil.example.com"
        case errorOfAnotherSignIn = "app://callback/done?error=access_denied&state=other"
    }

    @Test(arguments: Callback.allCases)
    private func callbackOfAnotherSignInIsRefused(callback: Callback) async throws {
        let session = world.session()
        let request = try session.authorizationRequest(redirectURI: redirectURI)
        let url = URL(string: callback.rawValue.replacingOccurrences(of: "STATE", with: request.state))!
        let error = await #expect(throws: OAuthError.self) { try await session.signIn(request, callback: url) }
        #expect(error?.reason == .mismatch)
        #expect(world.state.value.forms.isEmpty)
    }

    @Test func callbackWithoutIssuerIsRefusedIfTheServerAlwaysSendsIt() throws {
        var server = OAuthWorld.server
        server.identifiesItselfInCallbacks = true
        let request = try world.session().authorizationRequest(redirectURI: redirectURI)
        let url = URL(string: "app://callback/done?code=1&state=\(request.state)")!
        let error = #expect(throws: OAuthError.self) { try request.code(in: url, from: server) }
        #expect(error?.reason == .mismatch)
        let complete = URL(string: url.absoluteString + "&iss=https://login.example.com")!
        #expect(try request.code(in: complete, from: server) == "1")
    }

    @Test(arguments: [
        ("access_denied", OAuthError.Reason.denied), ("invalid_scope", .refused),
        ("temporarily_unavailable", .unavailable),
    ])
    func errorOfTheServerIsTyped(code: String, reason: OAuthError.Reason) throws {
        let request = try world.session().authorizationRequest(redirectURI: redirectURI)
        let url = URL(string: "app://callback/done?error=\(code)&error_description=secret&state=\(request.state)")!
        let error = #expect(throws: OAuthError.self) { try request.code(in: url, from: OAuthWorld.server) }
        #expect(error?.reason == reason)
        #expect(error?.code == code)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func codeCannotBeUsedTwice() async throws {
        let session = world.session()
        let request = try session.authorizationRequest(redirectURI: redirectURI)
        let callback = world.callback(for: request.url)
        try await session.signIn(request, callback: callback)
        let error = await #expect(throws: OAuthError.self) { try await session.signIn(request, callback: callback) }
        #expect(error?.code == "invalid_grant")
        #expect(try await session.isSignedIn)
    }

    @Test func refreshTokenOfAnotherLibraryIsTakenOver() async throws {
        let first = world.session()
        try await world.signIn(first)
        let session = world.session()
        try await session.signIn(refreshToken: "refresh-3")
        #expect(try await session.accessToken().value == "access-4")
    }

    /// The server replaces the token, and ends the sign-in if the old one comes again.
    @Test func cancelledTaskDoesNotLoseTheRefreshTokenOfAnotherLibrary() async throws {
        try await world.signIn(world.session())
        let session = world.session()
        var changes = session.changes.makeAsyncIterator()
        world.state.update { $0.isOpen = false }
        let signIn = Task { try await session.signIn(refreshToken: "refresh-3") }
        await world.state.wait { $0.held == 1 }
        signIn.cancel()
        let error = await #expect(throws: OAuthError.self) { try await signIn.value }
        #expect(error?.underlyingError is CancellationError)
        world.state.update { $0.isOpen = true }
        let change = try #require(await changes.next())
        guard case .signedIn = change else {
            Issue.record("\(change)")
            return
        }
        #expect(try await session.accessToken().value == "access-4")
    }

    @Test func refreshTokenOfAnotherLibraryIsTakenOverWithoutOtherTokenRequests() async throws {
        let store = ExclusiveStore()
        try await world.signIn(world.session())
        let session = world.session(store: store)
        world.state.update { $0.isOpen = false }
        let signIn = Task { try await session.signIn(refreshToken: "refresh-3") }
        await world.state.wait { $0.held == 1 }
        #expect(store.accesses.withLock { $0 } == 1)
        world.state.update { $0.isOpen = true }
        try await signIn.value
        #expect(store.accesses.withLock { $0 } == 0)
    }

    @Test(arguments: ["http://login.example.com/authorize", "ftp://login.example.com", "http://127.0.0.1.example.com/"])
    func insecurePageIsRefused(page: String) {
        var server = OAuthWorld.server
        server.authorizationEndpoint = URL(string: page)
        let session = OAuthSession(server: server, client: OAuthClient(id: "app"), provider: Provider(transport: world))
        let error = #expect(throws: OAuthError.self) { try session.authorizationRequest(redirectURI: redirectURI) }
        #expect(error?.reason == .unsupported)
    }

    @Test func loopbackPageIsSecureEnough() throws {
        var server = OAuthWorld.server
        for page in ["http://127.0.0.1:8080/authorize", "http://localhost/a", "http://[::1]:90/a"] {
            server.authorizationEndpoint = URL(string: page)
            let session = OAuthSession(
                server: server,
                client: OAuthClient(id: "app"),
                provider: Provider(transport: world)
            )
            _ = try session.authorizationRequest(redirectURI: redirectURI)
        }
    }
}

/// A store that counts the accesses under way.
private final class ExclusiveStore: TokenStore {
    let accesses = Locked(0)
    private let base = MemoryTokenStore()

    func load() async -> Data? { await base.load() }

    func save(_ tokens: Data?) async { await base.save(tokens) }

    func exclusiveAccess(within limit: Duration) async throws -> TokenStoreAccess {
        accesses.withLock { $0 += 1 }
        return TokenStoreAccess { [accesses] in accesses.withLock { $0 -= 1 } }
    }
}
#endif
