#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

/// Answers of token endpoints that are unusual, and what a session makes of them.
struct RenewalTests {
    let world = OAuthWorld()
    let clock = ManualClock()

    @Test func sameTokenAgainIsTheLastWord() async throws {
        let session = world.session(.clientCredentials)
        let api = world.api(session)
        #expect(try await api.request(API()).statusCode == 200)
        // The API doesn't take the token any more, and the server gives no other one.
        let token = try await session.accessToken().value
        world.state.update { state in
            state.revoked.insert(token)
            state.answers = Array(repeating: (200, #"{"access_token":"\#(token)","token_type":"Bearer"}"#), count: 9)
        }
        let error = await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(error?.statusCode == 401)
        #expect(world.state.value.forms.count == 2)
    }

    @Test(arguments: ["0", "-1", #""0""#, "null", #""soon""#])
    func tokenWithoutALifetimeIsUsed(_ lifetime: String) async throws {
        world.state.update {
            $0.accessTokens["a"] = ("", nil)
            let body = #"{"access_token":"a","token_type":"bearer","expires_in":\#(lifetime)}"#
            $0.answers = Array(repeating: (200, body), count: 9)
        }
        let api = world.api(world.session(.clientCredentials))
        for _ in 0..<3 { #expect(try await api.request(API()).statusCode == 200) }
        #expect(world.state.value.forms.count == 1)
    }

    /// Its time is over before the call gets it.
    @Test func tokenWithAShortLifetimeIsUsedOnce() async throws {
        world.state.update {
            $0.accessTokens["a"] = ("", nil)
            $0.answers = [(200, #"{"access_token":"a","token_type":"bearer","expires_in":0.000000001}"#)]
        }
        let session = OAuthSession(
            server: OAuthWorld.server,
            client: OAuthClient(id: "app"),
            grant: .clientCredentials,
            provider: Provider(transport: world),
            clock: clock,
            date: { [state = world.state] in
                state.update {
                    $0.now += 1
                    return $0.now
                }
            }
        )
        #expect(try await world.api(session).request(API()).statusCode == 200)
        #expect(world.state.value.forms.count == 1)
    }

    @Test(arguments: ["invalid_grant", "bad_refresh_token"])
    func errorWithStatus200EndsTheSession(_ code: String) async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update {
            $0.now += 3_600
            $0.answers = [(200, #"{"error":"\#(code)","error_description":"secret"}"#)]
        }
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.code == code)
        #expect(try await session.isSignedIn == false)
    }

    @Test func scopesThatCommasSeparateAreScopes() async throws {
        world.state.update {
            $0.answers = [(200, #"{"access_token":"a","token_type":"bearer","scope":"repo,user:email"}"#)]
        }
        let token = try await world.session(.clientCredentials, scopes: ["repo"]).accessToken()
        #expect(token.scopes == ["repo", "user:email"])
    }

    @Test func sessionAsksNoSoonerThanTheServerWants() async throws {
        let session = world.session(.clientCredentials, clock: clock)
        world.state.update {
            $0.retryAfter = "120"
            $0.answers = [(503, "")]
        }
        for _ in 0..<3 {
            let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
            #expect(error?.reason == .unavailable)
            #expect(error?.recovery == "Try again in 120.0 s.")
        }
        #expect(world.state.value.forms.count == 1)
        clock.advance(by: .seconds(120))
        _ = try await session.accessToken()
        #expect(world.state.value.forms.count == 2)
    }

    @Test func boundTokenWithoutAKeyIsRefused() async throws {
        world.state.update { $0.answers = [(200, #"{"access_token":"a","token_type":"DPoP"}"#)] }
        let error = await #expect(throws: OAuthError.self) {
            try await world.session(.clientCredentials).accessToken()
        }
        #expect(error?.reason == .unsupported)
        #expect(error?.cause?.contains("bindsTokens") == true)
    }

    @Test func credentialsAreEncodedAsInAForm() async throws {
        let client = OAuthClient(id: "my app", authentication: .basic(secret: "a b:c+d%"))
        _ = try await world.session(.clientCredentials, client: client).accessToken()
        let field = world.state.value.tokenHeaders.first?[.authorization]
        #expect(field == "Basic " + Data("my+app:a+b%3Ac%2Bd%25".utf8).base64EncodedString())
    }

    /// A gateway passes requests on that belong to no call.
    @Test func requestWithoutACallGetsAProof() async throws {
        let session = world.session(.clientCredentials, bindsTokens: true)
        let token = try await session.accessToken()
        var request = OutgoingRequest(url: URL(string: "https://api.example.com/items")!)
        request.headerFields[.authorization] = "DPoP \(token.value)"
        let response = try await OAuthPlugin(session).intercept(request) { [world] in try await world.send($0) }
        #expect(response.statusCode == 200)
    }
}
#endif
