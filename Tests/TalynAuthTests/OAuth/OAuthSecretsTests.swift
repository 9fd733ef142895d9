#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynRecordings
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore
@testable import TalynPlugins

/// Plants a secret of each kind, and looks for it in all that comes out.
struct OAuthSecretsTests {
    private static let mark = "PLANTED"

    private static let webhookSecret = Data("PLANTED-webhook-secret-of-32-bytes".utf8).base64EncodedString()

    private let output = Recorder<String>()

    /// A server whose codes and tokens have the mark.
    private var transport: ClosureTransport {
        ClosureTransport { request in
            let mark = Self.mark
            switch (request.head.path ?? "").prefix(while: { $0 != "?" }) {
            case "/device":
                return OAuthWorld.json(
                    200,
                    """
                    {"device_code":"\(mark)-device","user_code":"\(mark)-user","verification_uri":"https://login.example.com/d",\
                    "verification_uri_complete":"https://login.example.com/d?user_code=\(mark)-user"}
                    """
                )
            case "/token":
                return OAuthWorld.json(
                    200,
                    """
                    {"access_token":"\(mark)-access","token_type":"Bearer","refresh_token":"\(mark)-refresh",\
                    "id_token":"\(mark)-id","expires_in":60}
                    """
                )
            case "/refused":
                return OAuthWorld.json(400, #"{"error":"invalid_grant","error_description":"\#(mark)-refresh is old"}"#)
            default:
                return OAuthWorld.json(401, "{}", [.wwwAuthenticate: #"Bearer error="invalid_token""#])
            }
        }
    }

    private func logger() -> NetworkLoggerPlugin {
        NetworkLoggerPlugin(.bodies, asCURL: true, output: { [output] _, lines in lines.forEach(output.record) })
    }

    private func session(
        _ recording: RecordingTransport,
        _ authentication: OAuthClient.Authentication,
        tokenPath: String = "/token",
        grant: OAuthGrant = .signIn,
        bindsTokens: Bool = false
    ) -> OAuthSession {
        var server = OAuthWorld.server
        server.tokenEndpoint = URL(string: "https://login.example.com\(tokenPath)")!
        return OAuthSession(
            server: server,
            client: OAuthClient(id: "app", authentication: authentication),
            grant: grant,
            bindsTokens: bindsTokens,
            provider: Provider(transport: recording, plugins: [logger()])
        )
    }

    private func note(_ values: Any...) {
        for value in values { Reflected(value).texts.sorted().forEach(output.record) }
    }

    @Test func noSecretComesOut() async throws {
        let recording = RecordingTransport(wrapping: transport)
        let key = SigningKey.p256()
        let keyText = try #require(key.pemRepresentation?.split(separator: "\n").dropFirst().first)
        let authentications: [OAuthClient.Authentication] = [
            .none, .basic(secret: "\(Self.mark)-secret"), .post(secret: "\(Self.mark)-secret"), .privateKey(key),
        ]
        var secrets: Set<String> = [Self.mark, String(keyText)]
        for authentication in authentications {
            let session = session(recording, authentication)
            let request = try session.authorizationRequest(redirectURI: URL(string: "app://callback")!)
            secrets.formUnion([request.codeVerifier, request.state])
            let callback = URL(string: "app://callback?code=\(Self.mark)-code&state=\(request.state)")!
            try await session.signIn(request, callback: callback)
            note(request, session, try await session.accessToken(), authentication, OAuthPlugin(session))

            let api = Provider<API>(transport: recording, plugins: [OAuthPlugin(session), logger()])
            let error = await #expect(throws: TalynError.self) { try await api.request(API()) }
            output.record("\(try #require(error)) \(error?.metrics?.description ?? "") \(error?.metrics?.notes ?? [])")
            note(try #require(error), try #require(error?.metrics), error?.response as Any, api)
            note(try await session.deviceAuthorization())
            try await session.signOut()

            let refused = self.session(recording, authentication, tokenPath: "/refused")
            let refusal = await #expect(throws: OAuthError.self) {
                try await refused.signIn(refreshToken: "\(Self.mark)-refresh")
            }
            note(try #require(refusal), try #require(refusal?.errorDescription))
        }
        var parameters = TokenExchange(subjectToken: "\(Self.mark)-subject")
        parameters.actorToken = "\(Self.mark)-actor"
        note(parameters)
        let exchange = session(
            recording,
            .none,
            grant: .tokenExchange { [parameters] in parameters }
        )
        _ = try await exchange.accessToken()
        let bound = session(recording, .none, tokenPath: "/refused", grant: .clientCredentials, bindsTokens: true)
        let failure = await #expect(throws: OAuthError.self) { try await bound.accessToken() }
        note(try #require(failure), bound)
        let credentials = AWSCredentials(
            accessKeyID: "AKID",
            secretAccessKey: "\(Self.mark)-key",
            sessionToken: "\(Self.mark)-session"
        )
        let signing = AWSSigningPlugin(region: "r", service: "s3", credentials: .fixed(credentials))
        let signed = try await signing.signed(OutgoingRequest(url: URL(string: "https://s3.example.com/a")!))
        note(credentials, signing, signed, key, key.verificationKey)
        note(try StandardWebhook(secret: Self.webhookSecret))
        secrets.insert(Self.webhookSecret)
        secrets.insert(String(decoding: Data(base64Encoded: Self.webhookSecret) ?? Data(), as: UTF8.self))

        let har = String(decoding: recording.recording.data, as: UTF8.self)
        let report = String(decoding: TrafficReport(recording.recording).html, as: UTF8.self)
        let all = output.events.joined(separator: "\n") + har + report
        // An assertion and a proof are signed texts, which begin so.
        let leaks = secrets.union(["eyJ"]).compactMap { secret in
            all.range(of: secret).map { String(all[..<$0.upperBound].suffix(200)) }
        }
        #expect(leaks == [])
        // The check isn't empty: what is no secret is there.
        let shown = ["grant_type", "/token", "invalid_grant"].filter { all.contains($0) }
        #expect(shown.count == 3)
    }
}
#endif
