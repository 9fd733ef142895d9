#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

struct OAuthClientTests {
    let world = OAuthWorld()

    private func request(_ authentication: OAuthClient.Authentication, id: String = "app") async throws -> (
        HTTPFields, [String: String]
    ) {
        let session = world.session(.clientCredentials, client: OAuthClient(id: id, authentication: authentication))
        _ = try await session.accessToken()
        return (world.state.value.tokenHeaders[0], world.state.value.forms[0])
    }

    @Test func publicClientNamesItself() async throws {
        let (fields, form) = try await request(.none)
        #expect(form["client_id"] == "app")
        #expect(fields[.authorization] == nil)
        #expect(fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(fields[.accept] == "application/json")
    }

    @Test func secretIsEncodedAsInAForm() async throws {
        let (fields, form) = try await request(.basic(secret: "p:a&s 100%"), id: "a:b")
        let expected = Data("a%3Ab:p%3Aa%26s+100%25".utf8).base64EncodedString()
        #expect(fields[.authorization] == "Basic \(expected)")
        #expect(form["client_id"] == nil)
        #expect(form["client_secret"] == nil)
    }

    @Test func secretInTheBody() async throws {
        let (fields, form) = try await request(.post(secret: "p a+s"))
        #expect(fields[.authorization] == nil)
        #expect(form["client_secret"] == "p a+s")
    }

    @Test func assertionIsSignedAndShortLived() async throws {
        let key = P256.Signing.PrivateKey()
        let signing = try SigningKey(pemRepresentation: key.pemRepresentation)
        let (_, form) = try await request(.privateKey(signing, keyID: "k1"))
        #expect(form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        let parts = try #require(form["client_assertion"]).split(separator: ".").map(String.init)
        let header = try #require(ReceivedProof.object(parts[0]))
        let claims = try #require(ReceivedProof.object(parts[1]))
        #expect(header["alg"] as? String == "ES256")
        #expect(header["kid"] as? String == "k1")
        #expect(header["jwk"] == nil)
        #expect(claims["iss"] as? String == "app")
        #expect(claims["sub"] as? String == "app")
        #expect(claims["aud"] as? String == "https://login.example.com")
        #expect(claims["iat"] as? Int == 1_800_000_000)
        #expect(claims["exp"] as? Int == 1_800_000_060)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Data(base64URL: parts[2])))
        #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    }

    /// Some servers want the URL of their token endpoint.
    @Test func assertionHasTheAudienceOfTheApp() async throws {
        let audience = "https://login.example.com/token"
        let (_, form) = try await request(.privateKey(.p256(), audience: audience))
        let parts = try #require(form["client_assertion"]).split(separator: ".").map(String.init)
        #expect(ReceivedProof.object(parts[1])?["aud"] as? String == audience)
    }

    @Test func eachAssertionIsForOneRequest() async throws {
        let client = OAuthClient(id: "app", authentication: .privateKey(.p256()))
        for _ in 0..<2 { _ = try await world.session(.clientCredentials, client: client).accessToken() }
        #expect(Set(world.state.value.forms.map { $0["client_assertion"] }).count == 2)
    }

    @Test func clientWithACertificateUsesItsOwnEndpoint() async throws {
        var server = OAuthWorld.server
        server.mutualTLSTokenEndpoint = URL(string: "https://mtls.example.com/token")
        server.mutualTLSRevocationEndpoint = URL(string: "https://mtls.example.com/revoke")
        server.mutualTLSDeviceAuthorizationEndpoint = URL(string: "https://mtls.example.com/device")
        let hosts = Recorder<String?>()
        let transport = ClosureTransport { [world] request in
            hosts.record(request.head.authority)
            return try await world.send(request)
        }
        let session = OAuthSession(
            server: server,
            client: OAuthClient(id: "app", authentication: .certificate),
            grant: .clientCredentials,
            provider: Provider(transport: transport)
        )
        _ = try await session.accessToken()
        #expect(hosts.events == ["mtls.example.com"])
        #expect(world.state.value.forms[0]["client_id"] == "app")
        _ = try await session.deviceAuthorization()
        #expect(try await session.signOut(waitingForRevocation: .seconds(60)) == .confirmed)
        #expect(Set(hosts.events) == ["mtls.example.com"])
        #expect(hosts.events.count == 3)
    }

    @Test func secretIsInNoDescription() throws {
        let clients = [
            OAuthClient(id: "app", authentication: .basic(secret: "hush")),
            OAuthClient(id: "app", authentication: .post(secret: "hush")),
        ]
        for client in clients {
            var dump = ""
            Swift.dump(client, to: &dump)
            #expect(!dump.contains("hush"))
            #expect(!"\(client) \(String(reflecting: client))".contains("hush"))
        }
    }

    @Test(arguments: ["http://login.example.com/token", "http://127.example.com/token"])
    func insecureEndpointGetsNothing(url: String) async throws {
        var server = OAuthWorld.server
        server.tokenEndpoint = URL(string: url)!
        let session = OAuthSession(
            server: server,
            client: OAuthClient(id: "app", authentication: .post(secret: "hush")),
            grant: .clientCredentials,
            provider: Provider(transport: world)
        )
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.reason == .unsupported)
        #expect(world.state.value.forms.isEmpty)
    }

    @Test(arguments: [
        #"{"token_type":"Bearer"}"#, #"{"access_token":"","token_type":"Bearer"}"#,
        #"{"access_token":"a\nb","token_type":"Bearer"}"#, #"{"access_token":"a","token_type":"mac"}"#, "[]", "",
    ])
    func responseWithoutAUsableTokenIsRefused(body: String) async throws {
        world.state.update { $0.answers = [(200, body)] }
        let session = world.session(.clientCredentials)
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.reason == .invalidResponse)
    }

    @Test(
        arguments: [
            (#""expires_in":60"#, 60.0), (#""expires_in":"60""#, 60), (#""expires_in":1e300"#, 315_360_000),
            (#""expires_in":-5"#, nil), (#""expires_in":"NaN""#, nil), (#""expires_in":"inf""#, 315_360_000),
            (#""scope":"a""#, nil), (#""expires_in":null"#, nil),
        ] as [(String, Double?)]
    )
    func lifetimeIsReadAndBounded(member: String, seconds: Double?) throws {
        let now = Date(timeIntervalSince1970: 0)
        let data = Data(#"{"access_token":"a","token_type":"bearer",\#(member)}"#.utf8)
        let response = try TokenResponse(data, requested: [], at: now)
        #expect(response.accessToken.expiry?.timeIntervalSince1970 == seconds)
    }

    @Test func missingScopesAreThoseThatWereAskedFor() throws {
        let now = Date(timeIntervalSince1970: 0)
        let data = Data(#"{"access_token":"a","token_type":"Bearer"}"#.utf8)
        #expect(try TokenResponse(data, requested: ["x"], at: now).accessToken.scopes == ["x"])
        let list = Data(#"{"access_token":"a","scope":["y","z"]}"#.utf8)
        #expect(try TokenResponse(list, requested: ["x"], at: now).accessToken.scopes == ["y", "z"])
    }
}
#endif
