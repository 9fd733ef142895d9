#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

/// The client of an API that is known by its URL only.
struct ClientRegistrationTests {
    let world = DiscoveryWorld()
    let store = MemoryTokenStore()
    private let metadata = OAuthClientMetadata(
        name: "Notes",
        redirectURIs: [URL(string: "http://127.0.0.1:8910/callback")!],
        website: URL(string: "https://notes.example.com")
    )

    private func client(_ metadata: OAuthClientMetadata? = nil, challenge: String? = nil) async throws -> OAuthClient {
        let source = OAuthClientSource.registering(metadata ?? self.metadata, in: store)
        return try await world.discover(challenge: challenge, as: source).endpoint.client
    }

    private func answer(_ body: String, status: Int = 201) {
        world.state.update { $0.registrationAnswer = (status, body) }
    }

    private func registration(_ number: Int = 0) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: world.state.value.registrations[number])
        return try #require(object as? [String: Any])
    }

    @Test func clientRegistersOnceAndIsKept() async throws {
        #expect(try await client().id == "client-1")
        #expect(try await client().id == "client-1")
        #expect(world.state.value.registrations.count == 1)
        let registration = try registration()
        #expect(registration["client_name"] as? String == "Notes")
        #expect(registration["redirect_uris"] as? [String] == ["http://127.0.0.1:8910/callback"])
        #expect(registration["grant_types"] as? [String] == ["authorization_code", "refresh_token"])
        #expect(registration["response_types"] as? [String] == ["code"])
        #expect(registration["token_endpoint_auth_method"] as? String == "none")
        #expect(registration["application_type"] as? String == "native")
        #expect(registration["client_uri"] as? String == "https://notes.example.com")
        #expect(registration["scope"] as? String == "read write")
    }

    @Test func clientRegistersForTheScopesOfALaterStepUpToo() async throws {
        _ = try await client(challenge: #"Bearer scope="read admin""#)
        #expect(try registration()["scope"] as? String == "admin read write")
    }

    @Test func clientWithAnotherRedirectURIRegistersAnew() async throws {
        _ = try await client()
        var other = metadata
        other.redirectURIs = [URL(string: "https://notes.example.com/callback")!]
        #expect(try await client(other).id == "client-2")
        #expect(try registration(1)["application_type"] as? String == "web")
    }

    @Test func clientOfAnotherServerRegistersAnew() async throws {
        _ = try await client()
        world.answer(
            DiscoveryWorld.resourcePlace,
            200,
            DiscoveryWorld.resource(servers: #"["https://new.example.com"]"#)
        )
        world.answer(
            "new.example.com/.well-known/oauth-authorization-server",
            200,
            DiscoveryWorld.server(issuer: "https://new.example.com")
        )
        #expect(try await client().id == "client-2")
    }

    @Test func clientWhoseSecretHasExpiredRegistersAnew() async throws {
        // The server writes the number as a text.
        answer(
            """
            {"client_id":"client-COUNT","client_secret":"s","token_endpoint_auth_method":"client_secret_basic",\
            "client_secret_expires_at":"1800000060"}
            """
        )
        _ = try await client()
        #expect(try await client().id == "client-1")
        world.oauth.state.update { $0.now += 60 }
        #expect(try await client().id == "client-2")
    }

    @Test func processesThatShareAStoreRegisterOneClient() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.url.appending(path: "client.json")
        let clients = try await withThrowingTaskGroup(of: String.self) { [world, metadata] group in
            for _ in 0..<4 {
                group.addTask {
                    let source = OAuthClientSource.registering(
                        metadata,
                        in: FileTokenStore(file, clock: FrozenClock())
                    )
                    return try await world.discover(as: source).endpoint.client.id
                }
            }
            return try await group.reduce(into: []) { $0.insert($1, at: 0) }
        }
        #expect(clients == ["client-1", "client-1", "client-1", "client-1"])
        #expect(world.state.value.registrations.count == 1)
        #expect(try folder.names.contains("client.json"))
    }

    @Test func storeOfSomethingElseIsReplaced() async throws {
        await store.save(Data("{}".utf8))
        #expect(try await client().id == "client-1")
    }

    /// The methods that the server supports, the method that the client asks for, the answer, and the method of the client.
    @Test(arguments: [
        ("[]", "none", "", "none"),
        (#"["none","client_secret_basic"]"#, "none", "", "none"),
        (#"["client_secret_basic"]"#, "client_secret_basic", #","client_secret":"s""#, "client_secret_basic"),
        (
            #"["client_secret_basic","client_secret_post"]"#, "client_secret_post", #","client_secret":"s""#,
            "client_secret_post"
        ),
        (
            "[]", "none", #","client_secret":"s","token_endpoint_auth_method":"client_secret_post""#,
            "client_secret_post"
        ),
        (
            "[]", "none", #","client_secret":"s","token_endpoint_auth_method":"none","client_secret_expires_at":0"#,
            "none"
        ),
        ("[]", "none", #","client_secret":"s""#, "client_secret_basic"),
        (#"["private_key_jwt"]"#, "none", #","client_secret":"","client_secret_expires_at":null"#, "none"),
    ])
    func authenticationIsThatOfTheAnswer(supported: String, asked: String, more: String, method: String) async throws {
        let methods = #","token_endpoint_auth_methods_supported":\#(supported)"#
        world.answer(DiscoveryWorld.serverPlace, 200, DiscoveryWorld.server(more: methods))
        answer(#"{"client_id":"c"\#(more)}"#)
        #expect(try await client().authentication.description == method)
        #expect(try registration()["token_endpoint_auth_method"] as? String == asked)
    }

    @Test(arguments: [
        (201, "{}", OAuthError.Reason.invalidResponse), (200, "<html>", .invalidResponse),
        (201, #"{"client_id":"c","token_endpoint_auth_method":"private_key_jwt"}"#, .invalidResponse),
        (201, #"{"client_id":"c","token_endpoint_auth_method":"client_secret_post"}"#, .invalidResponse),
        (400, #"{"error":"invalid_redirect_uri","error_description":"SECRET"}"#, .refused),
        (200, #"{"error":"invalid_client_metadata"}"#, .refused), (403, "", .unsupported), (307, "", .unsupported),
        (503, "", .unavailable),
    ])
    func refusedRegistrationIsAnErrorAndIsNotKept(status: Int, body: String, reason: OAuthError.Reason) async throws {
        answer(body, status: status)
        let error = await #expect(throws: OAuthError.self) { try await client() }
        #expect(error?.reason == reason)
        #expect(!"\(try #require(error))".contains("SECRET"))
        #expect(await store.load() == nil)
    }

    @Test(arguments: ["", "http://login.example.com/register", "http://127.0.0.1:1/register"])
    func serverWithoutASecureRegistrationEndpointRegistersNobody(endpoint: String) async throws {
        world.answer(DiscoveryWorld.serverPlace, 200, DiscoveryWorld.server(registration: endpoint))
        let error = await #expect(throws: OAuthError.self) { try await client() }
        #expect(error?.reason == .unsupported)
        #expect(world.state.value.registrations == [])
    }

    @Test func secretIsNotForAnotherServerThatTheAPINames() async throws {
        let client = OAuthClient(id: "app", authentication: .post(secret: "s"))
        let error = await #expect(throws: OAuthError.self) {
            try await world.discover(as: .registered(client, at: URL(string: "https://mine.example.com")!))
        }
        #expect(error?.reason == .unsupported)
        #expect(try #require(error).description.contains("doesn't fit https://login.example.com."))
        #expect(world.oauth.state.value.forms.isEmpty)
    }

    @Test func firstSupportedSourceCounts() async throws {
        let document = URL(string: "https://notes.example.com/client.json")!
        let source = OAuthClientSource.first(of: [.metadataDocument(document), .registering(metadata, in: store)])
        #expect(try await world.discover(as: source).endpoint.client.id == "client-1")
        let server = DiscoveryWorld.server(more: #","client_id_metadata_document_supported":"true""#)
        world.answer(DiscoveryWorld.serverPlace, 200, server)
        #expect(try await world.discover(as: source).endpoint.client.id == "https://notes.example.com/client.json")
    }

    @Test(arguments: ["http://notes.example.com/c", "https://notes.example.com", "https://a@notes.example.com/c"])
    func metadataDocumentNeedsASecureURLWithAPath(url: String) async throws {
        let error = await #expect(throws: OAuthError.self) {
            try await world.discover(as: .metadataDocument(URL(string: url)!))
        }
        #expect(error?.reason == .unsupported)
    }

    @Test func textOfARegisteredClientHasNoSecret() throws {
        let client = RegisteredClient(
            issuer: "https://login.example.com",
            redirectURIs: [],
            id: "c",
            secret: "SECRET",
            method: "client_secret_post"
        )
        var text = "\(client) \(String(reflecting: client))"
        dump(client, to: &text)
        dump(OAuthClientSource.registered(try client.client, at: URL(string: client.issuer)!), to: &text)
        #expect(!text.contains("SECRET"))
    }
}
#endif
