#if Macros
import Foundation
import HTTPBin
import Talyn
import TalynMacros
import TalynTesting
import TestSupport
import Testing
import _TalynSupport

@Suite(.sockets) struct ClientPipelineTests {
    @Test(.stubs) func stubsOfTargets() async throws {
        StubSet.current.on(.target(GitHubClient.Target.user(name: "ada")), .json(text: #"{"fullName":"Ada"}"#))
        StubSet.current.on(.targetCase("zen", of: GitHubClient.Target.self), .text("be kind"))
        StubSet.current.on(.get("/users/{name}") && .path("/users/bob")) {
            .json(["fullName": $0.pathParameters["name"]])
        }
        let client = GitHubClient()
        #expect(try await client.user(name: "ada").fullName == "Ada")
        #expect(try await client.user(name: "bob").fullName == "bob")
        #expect(try await client.zen() == "be kind")
    }

    @Test func sampleOfATarget() async throws {
        let client = GitHubClient(provider: Provider(transport: SampleTransport()))
        #expect(try await client.user(name: "ada").fullName == "sample")
    }

    private final class Watcher: CallObserver {
        private let seen = Locked<[String]>([])
        var targets: [String] { seen.withLock { $0 } }

        func willSend(_ request: OutgoingRequest, context: CallContext) {
            seen.withLock { $0.append("\(context.target)") }
        }
    }

    @Test(.stubs) func pluginsSeeTheTarget() async throws {
        StubSet.current.on(.get("/zen"), .text("z"))
        let watcher = Watcher()
        let client = GitHubClient(provider: Provider(plugins: [watcher, AccessTokenPlugin { _ in "secret" }]))
        _ = try await client.zen()
        #expect(watcher.targets == ["zen"])
        #expect(
            StubSet.current.requests.first?.headerFields[.authorization] == "Bearer secret"
        )
    }

    @Test func recordsAndReplays() async throws {
        let live = StubSet()
        live.on(.get("/users/{name}")) { .json(["fullName": $0.pathParameters["name"]]) }
        let recorder = RecordingTransport(wrapping: live)
        let recorded = try await GitHubClient(provider: Provider(transport: recorder)).user(name: "ada")
        let replay = ReplayTransport(recorder.recording)
        let replayed = try await GitHubClient(provider: Provider(transport: replay)).user(name: "ada")
        #expect(replayed == recorded)
        #expect(replayed.fullName == "ada")
        await #expect(throws: (any Error).self) {
            try await GitHubClient(provider: Provider(transport: replay)).user(name: "bob")
        }
    }

    @available(Hummingbird, *)
    @Test(.enabled(if: HTTPBinServer.isBuilt)) func callsAServer() async throws {
        try await HTTPBinServer.withServer { url in
            let client = ServerClient(baseURL: url)
            #expect(try await client.get(text: "a b&c").args == ["text": "a b&c"])
            let posted = try await client.post(text: "ü", page: 2)
            #expect(posted.json == ["text": "ü"])
            #expect(posted.args == ["page": "2"])
            let anything = try await client.anything(name: "a/b", token: "t")
            #expect(anything.headers?.first { $0.key.lowercased() == "x-token" }?.value == "t")
            await #expect { try await client.status(code: 404) } throws: { ($0 as? TalynError)?.statusCode == 404 }
            var count = 0
            for try await chunk in client.bytes(count: 1000) { count += chunk.count }
            #expect(count == 1000)
        }
    }

    @available(Hummingbird, *)
    @Test(.enabled(if: HTTPBinServer.isBuilt)) func cancelledCallEnds() async throws {
        try await HTTPBinServer.withServer { url in
            let client = ServerClient(baseURL: url)
            let call = Task { try await client.delay(seconds: 9) }
            call.cancel()
            await #expect { try await call.value } throws: { ($0 as? TalynError)?.isCancelled == true }
        }
    }
}
#endif
