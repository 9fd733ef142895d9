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
            "mtls_endpoint_aliases":{"token_endpoint":"https://mtls.example.com/t",\
            "revocation_endpoint":"https://mtls.example.com/r","device_authorization_endpoint":"https://mtls.example.com/d"}
            """
        )
        let provider = provider(["/.well-known/oauth-authorization-server/tenant": (200, body)])
        let server = try await AuthorizationServer.discover(issuer, with: provider)
        #expect(server.tokenEndpoint.absoluteString == "https://as.example.com/t")
        #expect(server.authorizationEndpoint?.path == "/a")
        #expect(server.deviceAuthorizationEndpoint?.path == "/d")
        #expect(server.revocationEndpoint?.path == "/r")
        #expect(server.mutualTLSTokenEndpoint?.host() == "mtls.example.com")
        #expect(server.mutualTLSRevocationEndpoint?.absoluteString == "https://mtls.example.com/r")
        #expect(server.mutualTLSDeviceAuthorizationEndpoint?.absoluteString == "https://mtls.example.com/d")
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
                "/.well-known/oauth-authorization-server/tenant", "/.well-known/openid-configuration/tenant",
                "/tenant/.well-known/openid-configuration",
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
        #expect(error?.reason == .discovery)
        let text = try #require(error).description
        #expect(text.contains("gave the description of https://evil.example.com, "))
        #expect(!text.contains("callback"))
    }

    @Test(arguments: [
        (200, "<!doctype html>"), (200, "{}"), (200, "[]"), (200, ""), (301, ""), (403, ""), (502, ""),
        (200, #"{"issuer":"https://as.example.com"}"#),
        (200, #"{"issuer":"https://as.example.com","token_endpoint":"http://as.example.com/t"}"#),
        (200, #"{"issuer":"https://as.example.com","token_endpoint":"http://127.0.0.1:1/t"}"#),
        (200, #"{"issuer":"https://other.example.com","token_endpoint":"https://other.example.com/t"}"#),
    ])
    func answerThatCannotBeUsedCountsAsNone(status: Int, body: String) async throws {
        let issuer = "https://as.example.com"
        let provider = provider([
            "/.well-known/oauth-authorization-server": (status, body),
            "/.well-known/openid-configuration": (200, metadata(issuer)),
        ])
        let server = try await AuthorizationServer.discover(URL(string: issuer)!, with: provider)
        #expect(server.tokenEndpoint.path == "/t")
    }

    @Test(arguments: [
        "\"\"", #""not a url""#, "null", "7", "[]", #""http://as.example.com/r""#, #""http://127.0.0.1:9/r""#,
        #""javascript:alert(1)""#,
    ])
    func optionalEndpointThatCannotBeUsedCountsAsNone(value: String) async throws {
        let names = [
            "authorization_endpoint", "device_authorization_endpoint", "revocation_endpoint", "registration_endpoint",
        ]
        let more = names.map { #","\#($0)":\#(value)"# }.joined()
        let aliases = #","mtls_endpoint_aliases":{"token_endpoint":\#(value)}"#
        let body = metadata("https://as.example.com", more + aliases)
        let provider = provider(["/.well-known/oauth-authorization-server": (200, body)])
        let server = try await AuthorizationServer.discover(URL(string: "https://as.example.com")!, with: provider)
        #expect(server == AuthorizationServer(issuer: server.issuer, tokenEndpoint: server.tokenEndpoint))
    }

    @Test(arguments: [
        ("true", true), (#""true""#, true), (#""True""#, true), ("false", false), (#""false""#, false), ("null", false),
        ("\"\"", false),
    ])
    func booleansCanBeTexts(value: String, expected: Bool) async throws {
        let more = """
            ,"authorization_response_iss_parameter_supported":\(value),"client_id_metadata_document_supported":\(value),\
            "code_challenge_methods_supported":"S256 plain","mtls_endpoint_aliases":""
            """
        let body = metadata("https://as.example.com", more)
        let provider = provider(["/.well-known/oauth-authorization-server": (200, body)])
        let server = try await AuthorizationServer.discover(URL(string: "https://as.example.com")!, with: provider)
        #expect(server.identifiesItselfInCallbacks == expected)
        #expect(server.supportsClientMetadataDocuments == expected)
        #expect(server.codeChallengeMethods == ["S256", "plain"])
    }

    @Test func issuerWithAFinalSlashIsTheSameServer() async throws {
        let body = metadata("https://as.example.com/")
        let provider = provider(["/.well-known/oauth-authorization-server": (200, body)])
        let plain = try await AuthorizationServer.discover(URL(string: "https://as.example.com")!, with: provider)
        let slash = try await AuthorizationServer.discover(URL(string: "https://as.example.com/")!, with: provider)
        #expect(plain == slash)
    }

    @Test func errorNamesThePlaces() async throws {
        let provider = provider(["/.well-known/openid-configuration/a%20b": (200, "{}")])
        let error = await #expect(throws: OAuthError.self) {
            try await AuthorizationServer.discover(URL(string: "https://as.example.com/a%20b")!, with: provider)
        }
        #expect(
            try #require(error).description == """
                The discovery of the authorization server failed. as.example.com has no usable description: \
                /.well-known/oauth-authorization-server/a%20b gave status 404, \
                /.well-known/openid-configuration/a%20b gave no issuer, \
                /a%20b/.well-known/openid-configuration gave status 404. \
                Check the URL, or create an AuthorizationServer with the endpoints.
                """
        )
    }

    @Test func serverThatCannotBeReachedIsAskedOnce() async throws {
        let transport = ClosureTransport { [paths] request in
            paths.record(request.head.path ?? "")
            throw TransportError(.notConnected)
        }
        let error = await #expect(throws: OAuthError.self) {
            try await AuthorizationServer.discover(
                URL(string: "https://as.example.com")!,
                with: Provider(transport: transport)
            )
        }
        #expect(error?.reason == .unavailable)
        #expect(paths.events.count == 1)
    }

    @Test(arguments: [
        (404, "", OAuthError.Reason.discovery), (500, "", .unavailable), (429, "", .unavailable),
        (200, "{}", .discovery),
        (200, "<html>", .discovery),
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
        #expect(error?.reason == .discovery)
        #expect(paths.events == ["as.example.com", "as.example.com"])
    }
}
#endif
