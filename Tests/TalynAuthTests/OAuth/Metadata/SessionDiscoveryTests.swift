#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore
@testable import TalynPlugins

/// The session for an API that is known by its URL only.
struct SessionDiscoveryTests {
    let world = DiscoveryWorld()

    private func failure(
        challenge: String? = nil,
        from api: String = "https://api.example.com/mcp"
    ) async throws -> OAuthError {
        let error = await #expect(throws: OAuthError.self) {
            try await world.discover(from: api, challenge: challenge)
        }
        return try #require(error)
    }

    @Test func tokensOfTheSessionAreForTheAPI() async throws {
        let session = try await world.discover()
        #expect(session.scopes == ["read", "write"])
        let request = try session.authorizationRequest(redirectURI: URL(string: "app://callback")!)
        #expect(request.url.absoluteString.contains("resource=https%3A%2F%2Fapi.example.com%2Fmcp"))
        try await world.oauth.signIn(session)
        world.oauth.state.update { $0.now += 7_200 }
        _ = try await session.accessToken()
        let forms = world.oauth.state.value.forms
        #expect(forms.map { $0["grant_type"] } == ["authorization_code", "refresh_token"])
        #expect(forms.map { $0["resource"] } == ["https://api.example.com/mcp", "https://api.example.com/mcp"])
    }

    @Test func tokenOfAnotherResourceIsForThatOne() async throws {
        let session = try await world.discover()
        try await world.oauth.signIn(session)
        _ = try await session.accessToken(for: TokenRequest(resource: "https://pay.example.com"))
        #expect(world.oauth.state.value.forms.last?["resource"] == "https://pay.example.com")
    }

    @Test func placesAreAskedInOrder() async throws {
        world.answer(DiscoveryWorld.resourcePlace, 200, "<!doctype html>")
        world.answer("api.example.com/.well-known/oauth-protected-resource", 200, DiscoveryWorld.resource())
        _ = try await world.discover(challenge: #"Bearer resource_metadata="https://meta.example.com/tools""#)
        // The place of the challenge is on another host, and isn't a well-known one.
        #expect(
            world.state.value.places == [
                DiscoveryWorld.resourcePlace, "api.example.com/.well-known/oauth-protected-resource",
                DiscoveryWorld.serverPlace,
            ]
        )
    }

    @Test func placeOfTheChallengeIsFirst() async throws {
        world.answer("meta.example.com/tools", 200, DiscoveryWorld.resource(scopes: #"["meta"]"#))
        let challenge =
            #"Basic realm="a, b", Bearer error="invalid_token", resource_metadata="https://meta.example.com/tools""#
        let session = try await world.discover(challenge: challenge)
        #expect(session.scopes == ["meta"])
        #expect(world.state.value.places == ["meta.example.com/tools", DiscoveryWorld.serverPlace])
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/tools", "http://meta.example.com/tools", "file:///etc/passwd", "tools", "",
    ])
    func insecurePlaceOfTheChallengeCountsAsNone(place: String) async throws {
        _ = try await world.discover(challenge: #"Bearer resource_metadata="\#(place)""#)
        #expect(world.state.value.places == [DiscoveryWorld.resourcePlace, DiscoveryWorld.serverPlace])
    }

    @Test func challengeOfAnotherOriginSaysNothing() throws {
        let response = Response(
            statusCode: 401,
            data: Data(),
            headerFields: [.wwwAuthenticate: #"Bearer scope="all", resource_metadata="https://evil.example.com/m""#],
            url: URL(string: "https://evil.example.com/mcp")
        )
        let challenge = ResourceChallenge(response, of: URL(string: "https://api.example.com/mcp")!)
        #expect(challenge.metadata == nil)
        #expect(challenge.scopes == [])
    }

    @Test func scopesOfTheChallengeWin() async throws {
        #expect(try await world.discover(challenge: #"Bearer scope="read""#).scopes == ["read"])
        #expect(try await world.discover(challenge: #"Bearer scope="read""#, scopes: ["own"]).scopes == ["own"])
    }

    @Test func refreshTokenIsAskedForWhereAScopeGivesIt() async throws {
        let server = DiscoveryWorld.server(more: #","scopes_supported":["read","offline_access"]"#)
        world.answer(DiscoveryWorld.serverPlace, 200, server)
        #expect(try await world.discover().scopes == ["read", "write", "offline_access"])
        #expect(try await world.discover(scopes: ["read"]).scopes == ["read"])
    }

    @Test(arguments: [
        "https://api.example.com/mcp", "https://api.example.com/mcp/", "https://api.example.com",
        "https://api.example.com/", "HTTPS://API.example.com:443/mcp",
    ])
    func resourceAboveTheAPIIsItsOwn(identifier: String) async throws {
        world.answer(DiscoveryWorld.resourcePlace, 200, DiscoveryWorld.resource(identifier))
        let session = try await world.discover()
        // The server knows the identifier as it is written.
        #expect(session.endpoint.resource == identifier)
    }

    @Test(arguments: [
        "https://evil.example.com/mcp", "https://api.example.com/mc", "https://api.example.com/mcp/other",
        "https://api.example.com/mcp/../other", "https://api.example.com:8443/mcp", "http://api.example.com/mcp",
        "https://api.example.com/mcp#a", "https://api.example.com/mcp?tenant=2", "https://api.example.com@evil.com/mcp",
        "api",
    ])
    func metadataOfAnotherResourceIsRefused(identifier: String) async throws {
        world.answer(DiscoveryWorld.resourcePlace, 200, DiscoveryWorld.resource(identifier))
        let error = try await failure()
        #expect(error.reason == .discovery)
        #expect(error.description.contains("the metadata of another resource"))
        #expect(!world.state.value.places.contains(DiscoveryWorld.serverPlace))
    }

    @Test func originOfAnAPIWithoutMetadataIsAskedForTheServer() async throws {
        let place = "api.example.com/.well-known/oauth-authorization-server"
        world.answer(DiscoveryWorld.resourcePlace, 404, "")
        world.answer(place, 200, DiscoveryWorld.server(issuer: "https://api.example.com"))
        let session = try await world.discover(
            from: "https://user@API.example.com/mcp/?a=1#b",
            as: .registered(OAuthClient(id: "app"), at: URL(string: "https://api.example.com/")!)
        )
        #expect(session.endpoint.server.issuer == "https://api.example.com")
        #expect(session.endpoint.resource == "https://api.example.com/mcp")
        #expect(session.scopes == [])
    }

    @Test func errorNamesThePlacesAndWhatTheyGave() async throws {
        world.answer(DiscoveryWorld.resourcePlace, 403, "")
        world.answer("api.example.com/.well-known/openid-configuration", 200, "{}")
        let error = try await failure(from: "https://api.example.com/mcp")
        #expect(error.reason == .discovery)
        #expect(
            error.description == """
                The discovery of the authorization server failed. api.example.com has no usable metadata of a resource: \
                /.well-known/oauth-protected-resource/… gave status 403, /.well-known/oauth-protected-resource gave status 404. \
                api.example.com has no usable description: /.well-known/oauth-authorization-server gave status 404, \
                /.well-known/openid-configuration gave no issuer. Check the URL, or create an AuthorizationServer with the endpoints.
                """
        )
    }

    @Test func metadataThatCannotBeHadNowLeadsToNoOtherServer() async throws {
        world.answer(DiscoveryWorld.resourcePlace, 503, "")
        #expect(try await failure().reason == .unavailable)
        #expect(world.state.value.places.count == 2)
    }

    @Test func nextServerCountsIfTheFirstHasNoDescription() async throws {
        let servers = #"["http://127.0.0.1:1","https://old.example.com","https://login.example.com/"]"#
        world.answer(DiscoveryWorld.resourcePlace, 200, DiscoveryWorld.resource(servers: servers))
        #expect(try await world.discover().endpoint.server.issuer == "https://login.example.com")
        world.answer("old.example.com/.well-known/openid-configuration", 502, "")
        #expect(try await failure().reason == .unavailable)
    }

    @Test func insecureServerIsNotAsked() async throws {
        world.answer(DiscoveryWorld.resourcePlace, 200, DiscoveryWorld.resource(servers: #"["http://127.0.0.1:1"]"#))
        #expect(try await failure().description.contains("no secure authorization server"))
    }

    @Test(arguments: [#"["plain"]"#, "[]", "null", "\"\""])
    func serverWithoutProofOfCodesIsRefused(methods: String) async throws {
        world.answer(DiscoveryWorld.serverPlace, 200, DiscoveryWorld.server(challengeMethods: methods))
        let error = try await failure()
        #expect(error.reason == .unsupported)
        #expect(error.description.contains("S256"))
    }

    @Test func insecureAPIIsNotAsked() async throws {
        #expect(try await failure(from: "http://api.example.com/mcp").reason == .unsupported)
        #expect(world.state.value.places == [])
    }

    @Test func stepUpIsForTheAPI() async throws {
        let session = try await world.discover(scopes: ["read"])
        try await world.oauth.signIn(session)
        world.oauth.state.update { $0.demand = "write" }
        let plugin = OAuthPlugin(
            session,
            stepUp: { [world] stepUp in
                let request = try session.authorizationRequest(
                    redirectURI: URL(string: "app://callback")!,
                    scopes: stepUp.scopes.union(session.scopes)
                )
                try await session.signIn(request, callback: world.oauth.callback(for: request.url))
            }
        )
        let api = Provider<API>(transport: world, plugins: [plugin])
        #expect(try await api.request(API()).statusCode == 200)
        #expect(world.oauth.state.value.forms.last?["resource"] == "https://api.example.com/mcp")
        #expect(try await session.accessToken().scopes == ["read", "write"])
    }
}
#endif
