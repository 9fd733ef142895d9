import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import Talyn
import TalynAuth
import TestSupport
import Testing

@testable import TalynCore

/// The examples of the section "An API that you know only by its URL", run against servers in memory.
struct DiscoveryExamples {
    let world = DiscoveryWorld()
    let api = URL(string: "https://api.example.com/mcp")!
    let metadata = OAuthClientMetadata(name: "Notes", redirectURIs: [URL(string: "http://127.0.0.1:8910/callback")!])

    /// Runs an example whose providers have no transport.
    private func inWorld<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
        try await withSubstitute(world, clock: ManualClock(), operation)
    }

    @Test func sessionForAURL() async throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url
        try await inWorld {
            let metadata = OAuthClientMetadata(
                name: "Notes",
                redirectURIs: [URL(string: "http://127.0.0.1:8910/callback")!]
            )
            let session = try await OAuthSession.discover(
                from: URL(string: "https://api.example.com/mcp")!,
                as: .registering(metadata, in: FileTokenStore(folder.appending(path: "client.json"))),
                store: FileTokenStore(folder.appending(path: "tokens.json")),
                provider: Provider()
            )
            let tools = Provider<Tools>(plugins: [OAuthPlugin(session)])
            try await world.oauth.signIn(session)
            #expect(try await tools.request(.list).statusCode == 200)
        }
        #expect(try directory.names.contains("client.json"))
    }

    @Test func sessionForARefusedCall() async throws {
        let client = OAuthClientSource.registered(OAuthClient(id: "app"), at: URL(string: "https://login.example.com")!)
        let tools = Provider<Tools>(transport: world)
        let refusal = await #expect(throws: TalynError.self) { try await tools.request(.list) }
        let error = try #require(refusal)
        let session: OAuthSession = try await inWorld {
            return try await OAuthSession.discover(
                from: api,
                challenge: error.response,
                as: client,
                provider: Provider()
            )
        }
        #expect(session.scopes == ["read", "write"])
    }

    @Test func sources() async throws {
        let directory = try TemporaryDirectory()
        let (folder, store) = (directory.url, MemoryTokenStore())
        let client = OAuthClientSource.first(of: [
            .metadataDocument(URL(string: "https://notes.example.com/client.json")!),
            .registering(metadata, in: FileTokenStore(folder.appending(path: "client.json"))),
        ])
        try await inWorld {
            let session = try await OAuthSession.discover(from: api, as: client, store: store, provider: Provider())
            #expect(try await session.isSignedIn == false)
        }
        #expect(try directory.names.contains("client.json"))
    }
}

enum Tools: TargetType {
    case list

    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/mcp" }
}
#endif
