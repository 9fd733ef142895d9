#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct ProofTests {
    let world = OAuthWorld()

    /// RFC 9449, section 7.1.
    @Test func tokenHashIsThatOfTheRFC() {
        let proof = Proof(
            method: .get,
            url: "https://resource.example.org/protectedresource?a=1#b",
            token: "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU",
            nonce: nil,
            at: Date(timeIntervalSince1970: 1_562_262_618),
            id: "e1j3V_bKic8-LAEB"
        )
        #expect(proof.ath == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
        #expect(proof.htu == "https://resource.example.org/protectedresource")
        #expect(proof.htm == "GET")
        #expect(proof.iat == 1_562_262_618)
    }

    /// RFC 9449, sections 4.1 and 6.1.
    @Test func proofAndThumbprintOfTheRFCAreUnderstood() throws {
        let proof = try #require(
            ReceivedProof(
                """
                eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
                """
            )
        )
        #expect(proof.claims["htu"] as? String == "https://server.example.com/token")
        #expect(proof.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }

    @Test func callHasAProofOfTheKeyOfItsToken() async throws {
        let session = world.session(.clientCredentials, bindsTokens: true)
        let response = try await world.api(session).request(API(path: "/items/1"))
        #expect(response.statusCode == 200)
        #expect(world.state.value.authorizations[0].hasPrefix("DPoP access-"))
    }

    @Test func proofIsOfTheSessionWhoseTokenIsSent() async throws {
        let (one, other) = (
            world.session(.clientCredentials, bindsTokens: true), world.session(.clientCredentials, bindsTokens: true)
        )
        let usesOther: @Sendable (any TargetType) -> Bool = { ($0 as? API)?.tokenRequest?.scopes == ["other"] }
        let plugins = [
            OAuthPlugin(one, tokenRequest: { usesOther($0) ? nil : TokenRequest() }),
            OAuthPlugin(other, tokenRequest: { usesOther($0) ? TokenRequest() : nil }),
        ]
        let api = Provider<API>(transport: world, plugins: plugins)
        #expect(try await api.request(API()).statusCode == 200)
        #expect(try await api.request(API(tokenRequest: TokenRequest(scopes: ["other"]))).statusCode == 200)
        #expect(world.state.value.forms.count == 2)
        #expect(world.state.value.authorizations.count == 2)
    }

    @Test func noncesOfBothServersAreAnswered() async throws {
        world.state.update { $0.wantsNonce = true }
        let session = world.session(.clientCredentials, bindsTokens: true)
        let api = world.api(session)
        _ = try await api.request(API())
        #expect(world.state.value.forms.count == 2)
        #expect(world.state.value.authorizations.count == 2)
        // The nonce is known now, until the server changes it.
        _ = try await api.request(API())
        #expect(world.state.value.authorizations.count == 3)
        world.state.update { $0.nonce = "nonce-2" }
        _ = try await api.request(API())
        #expect(world.state.value.authorizations.count == 5)
        #expect(world.state.value.forms.count == 2)
    }

    @Test func nonceOfTheRepeatedRequestIsUsedNext() async throws {
        let api = world.api(world.session(.clientCredentials, bindsTokens: true))
        _ = try await api.request(API())
        world.state.update {
            $0.wantsNonce = true
            $0.replacesNonce = true
        }
        for count in [3, 4, 5] {
            _ = try await api.request(API())
            #expect(world.state.value.authorizations.count == count)
        }
    }

    @Test func serverThatNeverAcceptsANonceGetsTwoRequests() async throws {
        let session = world.session(.clientCredentials, bindsTokens: true)
        let transport = ClosureTransport { [world] request in
            if request.head.path == "/token" { return try await world.send(request) }
            world.state.update { $0.authorizations.append("") }
            return OAuthWorld.json(
                401,
                "{}",
                [.wwwAuthenticate: #"DPoP error="use_dpop_nonce""#, .dpopNonce: String.random()]
            )
        }
        let api = Provider<API>(transport: transport, plugins: [OAuthPlugin(session)])
        await #expect(throws: TalynError.self) { try await api.request(API()) }
        // Two proofs for each of the two tokens.
        #expect(world.state.value.authorizations.count == 4)
    }

    @Test func nonceLoopOfTheTokenEndpointEnds() async throws {
        world.state.update { state in
            state.answers = Array(repeating: (400, #"{"error":"use_dpop_nonce"}"#), count: 50)
        }
        let session = world.session(.clientCredentials, bindsTokens: true)
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.code == "use_dpop_nonce")
        #expect(world.state.value.forms.count == 2)
    }

    @Test func keyIsInTheStore() async throws {
        let store = MemoryTokenStore()
        let first = world.session(bindsTokens: true, store: store)
        try await world.signIn(first)
        let second = world.session(bindsTokens: true, store: store)
        #expect(try await world.api(second).request(API()).statusCode == 200)
        world.state.update { $0.now += 3_600 }
        #expect(try await world.api(second).request(API()).statusCode == 200)
    }

    @Test func pageNamesTheKeyOfTheSignIn() async throws {
        let session = world.session(bindsTokens: true)
        let request = try session.authorizationRequest(redirectURI: URL(string: "app://callback")!)
        let query = world.parameters(request.url.absoluteString.drop { $0 != "?" }.dropFirst())
        try await session.signIn(request, callback: world.callback(for: request.url))
        let proof = try #require(world.state.value.tokenHeaders[0][.dpop].flatMap { ReceivedProof($0) })
        #expect(query["dpop_jkt"] == proof.thumbprint)
    }

    @Test func tokenThatIsNotBoundIsRefused() async throws {
        world.state.update { $0.answers = [(200, #"{"access_token":"a","token_type":"Bearer"}"#)] }
        let session = world.session(.clientCredentials, bindsTokens: true)
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.reason == .invalidResponse)
    }
}
#endif
