#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

/// Reports about other clients of OAuth whose sign-in fails at a server, or can be used otherwise than the server means it.
struct ReportedSignInTests {
    let world = OAuthWorld()
    let redirectURI = URL(string: "app://callback/done")!

    private var forms: [[String: String]] { world.state.value.forms }

    // MARK: - The page and the callback

    /// RFC 6749, section 3.1: the endpoint may have a query, which stays.
    @Test(
        .bug("https://github.com/modelcontextprotocol/python-sdk/issues/3505", "URL is built with a second ?"),
        .bug("https://github.com/lelylan/simple-oauth2/issues/324", "Wrong authorization URL"),
        arguments: [("?prompt=select_account", "?prompt=select_account&client_id=app&"), ("?", "?client_id=app&")]
    )
    func queryOfThePageStays(query: String, start: String) throws {
        var server = OAuthWorld.server
        server.authorizationEndpoint = URL(string: "https://login.example.com/authorize\(query)")
        let session = OAuthSession(server: server, client: OAuthClient(id: "app"), provider: Provider(transport: world))
        let page = try session.authorizationRequest(redirectURI: redirectURI).url.absoluteString
        #expect(page.hasPrefix("https://login.example.com/authorize\(start)"))
        #expect(page.filter { $0 == "?" }.count == 1)
    }

    /// Facebook adds this fragment to each callback.
    @Test(
        .bug("https://github.com/damienbod/angular-auth-oidc-client/issues/2143", "#_=_ in the redirected URL"),
        .bug("https://github.com/wi3land/ionic-appauth/issues/14", "Facebook state does not match"),
        arguments: ["#_=_", "#"]
    )
    func fragmentOfTheCallbackIsIgnored(fragment: String) async throws {
        let session = world.session()
        let request = try session.authorizationRequest(redirectURI: redirectURI)
        let callback = try #require(URL(string: world.callback(for: request.url).absoluteString + fragment))
        try await session.signIn(request, callback: callback)
        #expect(try await session.isSignedIn)
    }

    /// A browser can hand in the code of Google in either form.
    @Test(
        .bug("https://github.com/istio-ecosystem/authservice/issues/205", "Retrieve token: invalid form"),
        .bug("https://github.com/google/device-access-sample-web-app/issues/5", "Malformed auth code"),
        arguments: ["4/0AX4-_b", "4%2F0AX4-_b", "4%2f0AX4%2D_b"]
    )
    func codeIsSentAsTheServerMadeIt(code: String) async throws {
        world.state.update { $0.answers = [(200, #"{"access_token":"a","token_type":"Bearer"}"#)] }
        let session = world.session()
        let request = try session.authorizationRequest(redirectURI: redirectURI)
        let callback = try #require(URL(string: "app://callback/done?code=\(code)&state=\(request.state)"))
        try await session.signIn(request, callback: callback)
        #expect(forms[0]["code"] == "4/0AX4-_b")
    }

    /// Google's APIs name the issuer with a slash, and Google's description of the server without one.
    @Test(
        .bug("https://github.com/modelcontextprotocol/python-sdk/issues/1919", "Trailing slash in the issuer"),
        arguments: [
            ("https://as.example.com/", "https://as.example.com"),
            ("https://as.example.com", "https://as.example.com/"),
        ]
    )
    func issuerCanHaveAFinalSlash(asked: String, written: String) async throws {
        let transport = ClosureTransport { _ in
            OAuthWorld.json(200, #"{"issuer":"\#(written)","token_endpoint":"https://as.example.com/token"}"#)
        }
        let issuer = try #require(URL(string: asked))
        let server = try await AuthorizationServer.discover(issuer, with: Provider(transport: transport))
        #expect(server.issuer == written)
    }

    // MARK: - The response with the token

    /// RFC 6749, section 5.1: the type ignores case. The scheme of the field is sent as servers expect it.
    @Test(
        .bug("https://github.com/panva/openid-client/issues/248", "token_type is case sensitive"),
        .bug("https://github.com/spring-projects/spring-security/issues/5118", "Without the mandatory token_type"),
        arguments: [#""token_type":"bearer","#, #""token_type":"BEARER","#, #""token_type":null,"#, ""]
    )
    func schemeIsBearerWhateverTheServerCallsIt(member: String) async throws {
        world.state.update { state in
            state.answers = [(200, #"{\#(member)"access_token":"a"}"#)]
            state.accessTokens["a"] = (scopes: "", key: nil)
        }
        #expect(try await world.api(world.session(.clientCredentials)).request(API()).statusCode == 200)
        #expect(world.state.value.authorizations == ["Bearer a"])
    }

    /// The members of an error can be there without one.
    @Test(
        .bug("https://github.com/dotnet/aspnetcore/issues/53457", "Failure when the token has an empty error field"),
        .bug("https://github.com/CZ-NIC/pyoidc/issues/879", "Success is misinterpreted as failure"),
        arguments: [#""error":"""#, #""error":null,"error_description":null,"error_uri":null"#]
    )
    func emptyErrorBesideATokenIsNone(member: String) async throws {
        world.state.update { $0.answers = [(200, #"{"access_token":"a","token_type":"Bearer",\#(member)}"#)] }
        #expect(try await world.session(.clientCredentials).accessToken().value == "a")
    }

    /// RFC 6749, section 3.3: a server can grant other scopes. Asking again would give the same ones.
    @Test(
        .bug("https://github.com/oauthlib/oauthlib/issues/562", "Raising on scope mismatch is too strict"),
        .bug("https://github.com/punkpeye/mcp-remote/pull/341", "A narrower grant is discarded again, forever")
    )
    func otherScopesThanAskedForAreAccepted() async throws {
        let answer = #"{"access_token":"a","token_type":"Bearer","expires_in":3600,"scope":"mail files"}"#
        world.state.update { $0.answers = [(200, answer)] }
        let session = world.session(.clientCredentials, scopes: ["files", "offline_access"])
        for _ in 0..<3 {
            let token = try await session.accessToken(for: TokenRequest(scopes: ["offline_access"]))
            #expect(token.scopes == ["mail", "files"])
        }
        #expect(forms.map { $0["scope"] } == ["files offline_access"])
    }

    // MARK: - Another device

    /// RFC 8628, section 3.5: the interval grows by five seconds each time, and counts from the end of a request.
    @Test(
        .bug("https://github.com/cli/oauth/issues/76", "Device code flow not respecting slow_down"),
        .bug("https://github.com/charmbracelet/crush/issues/3399", "The poller fires early")
    )
    func eachDemandToSlowDownCounts() async throws {
        let clock = ManualClock()
        world.state.update { $0.deviceAnswers = ["slow_down", "slow_down"] }
        let session = world.session(clock: clock)
        let device = try await session.deviceAuthorization()
        let signIn = Task { try await session.signIn(device) }
        for (requests, seconds) in [5, 10, 15].enumerated() {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(forms.count == requests)
            clock.advance(by: .milliseconds(1))
        }
        try await signIn.value
        #expect(forms.count == 3)
    }
}
#endif
