#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct AuthorizationServerTests {
    private let paths = Recorder<String>()

    private func provider(_ answers: [String: (Int, String)]) -> Provider<OAuthRequest> {
        Provider(
            transport: ClosureTransport { [paths] request in
                let path = request.head.path ?? ""
                paths.record(path)
                let (status, body) = answers[path] ?? (404, "")
                return OAuthWorld.json(status, body)
            }
        )
    }

    private func metadata(_ issuer: String, _ more: String = "") -> String {
        #"{"issuer":"\#(issuer)","token_endpoint":"https://as.example.com/t"\#(more)}"#
    }

    @Test func descriptionOfRFC8414IsFound() async throws {
        let issuer = URL(string: "https://as.example.com/tenant/")!
        let body = metadata(
            "https://as.example.com/tenant",
            """
            ,"authorization_endpoint":"https://as.example.com/a","device_authorization_endpoint":"https://as.example.com/d",\
            "revocation_endpoint":"https://as.example.com/r","authorization_response_iss_parameter_supported":true,\
            "mtls_endpoint_aliases":{"token_endpoint":"https://mtls.example.com/t"}
            """
        )
        let provider = provider(["/.well-known/oauth-authorization-server/tenant": (200, body)])
        let server = try await AuthorizationServer.discover(issuer, with: provider)
        #expect(server.tokenEndpoint.absoluteString == "https://as.example.com/t")
        #expect(server.authorizationEndpoint?.path == "/a")
        #expect(server.deviceAuthorizationEndpoint?.path == "/d")
        #expect(server.revocationEndpoint?.path == "/r")
        #expect(server.mutualTLSTokenEndpoint?.host() == "mtls.example.com")
        #expect(server.identifiesItselfInCallbacks)
    }

    @Test func descriptionOfOpenIDConnectIsFound() async throws {
        let issuer = URL(string: "https://as.example.com/tenant")!
        let provider = provider([
            "/tenant/.well-known/openid-configuration": (200, metadata("https://as.example.com/tenant"))
        ])
        _ = try await AuthorizationServer.discover(issuer, with: provider)
        #expect(
            paths.events == [
                "/.well-known/oauth-authorization-server/tenant", "/tenant/.well-known/openid-configuration",
            ]
        )
    }

    @Test func descriptionOfAnotherIssuerIsRefused() async throws {
        let provider = provider([
            "/.well-known/oauth-authorization-server": (200, metadata("https://evil.example.com"))
        ])
        let error = await #expect(throws: OAuthError.self) {
            try await AuthorizationServer.discover(URL(string: "https://as.example.com")!, with: provider)
        }
        #expect(error?.reason == .mismatch)
        #expect(paths.events.count == 1)
    }

    @Test(arguments: [
        (404, "", OAuthError.Reason.unsupported), (500, "", .unavailable), (200, "{}", .invalidResponse),
        (200, "<html>", .invalidResponse),
    ])
    func missingDescriptionIsAnError(status: Int, body: String, reason: OAuthError.Reason) async throws {
        let provider = provider(["/.well-known/oauth-authorization-server": (status, body)])
        let error = await #expect(throws: OAuthError.self) {
            try await AuthorizationServer.discover(URL(string: "https://as.example.com")!, with: provider)
        }
        #expect(error?.reason == reason)
    }

    @Test(arguments: [
        "http://as.example.com", "https://as.example.com?a=1", "https://as.example.com#a", "as.example.com",
    ])
    func issuerMustBeASecureURL(issuer: String) async throws {
        let error = await #expect(throws: OAuthError.self) {
            try await AuthorizationServer.discover(URL(string: issuer)!, with: provider([:]))
        }
        #expect(error?.reason == .unsupported)
        #expect(paths.events == [])
    }

    @Test func redirectIsNotFollowed() async throws {
        let transport = ClosureTransport { [paths] request in
            paths.record(request.head.authority ?? "")
            return OAuthWorld.json(302, "", [.location: "https://evil.example.com/"])
        }
        let error = await #expect(throws: OAuthError.self) {
            try await AuthorizationServer.discover(
                URL(string: "https://as.example.com")!,
                with: Provider(transport: transport)
            )
        }
        #expect(error?.reason == .unavailable)
        #expect(paths.events == ["as.example.com"])
    }
}
#endif
