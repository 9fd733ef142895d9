import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynTransfers

/// The attempts of a download, and the plugins around them.
@Suite(.sockets) struct DownloadAttemptTests {
    private let directory: TemporaryDirectory
    private let target: URL

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    @Test func pluginsSeeEveryAttempt() async throws {
        let file = ServedFile(3_000)
        let recorder = Recorder<String>()
        try await FaultServer.withServer(script: file.script(cutAt: 1_000)) { server in
            let plugin = RecordingPlugin(name: "A", recorder: recorder)
            let provider = TransportUnderTest.all[0].provider(plugins: [plugin])
            _ = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target))
        }
        #expect(
            recorder.events == [
                "A enter", "A prepare", "A willSend", "A didReceive failed", "A prepare", "A willSend",
                "A didReceive 206", "A leave", "A didEnd 206",
            ]
        )
    }

    /// As one does that signs requests.
    @Test func pluginsSeeTheRequestedRange() async throws {
        struct Seeing: RequestAdapter {
            let seen: Recorder<[String?]>
            func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                seen.record(["Accept-Encoding", "Range", "If-Range"].map { request.headerFields[$0] })
            }
        }
        let file = ServedFile(3_000)
        let seen = Recorder<[String?]>()
        try await FaultServer.withServer(script: file.script(cutAt: 1_000)) { server in
            let provider = TransportUnderTest.all[0].provider(plugins: [Seeing(seen: seen)])
            _ = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target))
        }
        #expect(seen.events == [["identity", nil, nil], ["identity", "bytes=1000-", "\"v1\""]])
    }

    @Test(arguments: TransportUnderTest.all)
    func attemptWithoutAnythingNewIsUpToThePlugins(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        try await FaultServer.withServer(script: file.script(cutAt: 1_000, 0)) { server in
            let clock = JumpingClock()
            let provider = transport.provider(plugins: [RetryPlugin.jumping(on: clock)])
            let response = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try Data(contentsOf: target) == file.content)
            #expect(server.requests.map(\.range) == [nil, "bytes=1000-", "bytes=1000-"])
            #expect(clock.sleeps.count == 1)
            let reasons = response.metrics?.attempts.map(\.reason) ?? []
            #expect(reasons.count == 3)
            #expect(reasons[1] == "connectionLost, resumes at byte 1000")
            #expect(reasons[2]?.hasPrefix("connectionLost, waited") == true)
        }
    }

    /// The server may have done what the request asks for, such as a report that costs money.
    @Test(arguments: TransportUnderTest.all)
    func postThatBreaksOffIsSentOnce(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        try await FaultServer.withServer(script: file.script(cutAt: 60)) { server in
            let provider = transport.provider(plugins: [RetryPlugin.jumping(on: JumpingClock())])
            let report = Probe(server.baseURL, "/report", .post, body: Data("a".utf8))
            let error = await #expect(throws: TalynError.self) {
                try await provider.downloaded(report, to: DownloadDestination(target))
            }
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(server.requests.count == 1)
        }
        #expect(try directory.names == [])
    }

    @Test(arguments: TransportUnderTest.all)
    func credentialThatExpiresOnTheWayIsRenewed(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        let script: FaultServer.Script = { request in
            let token = request.header("Authorization").first
            if request.range == nil { return file.answer(to: request, cutAt: 1_000) }
            return token == "Bearer new"
                ? file.answer(to: request) : [.answer(401, ["WWW-Authenticate": "Bearer"], "no")]
        }
        try await FaultServer.withServer(script: script) { server in
            let plugin = AuthenticationPlugin(
                TokenAuthenticator { _ in TestToken(text: "new") },
                credential: TestToken(text: "old"),
                clock: ManualClock()
            )
            let provider = transport.provider(plugins: [plugin])
            _ = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try Data(contentsOf: target) == file.content)
            #expect(server.requests.map(\.range) == [nil, "bytes=1000-", "bytes=1000-"])
        }
    }

    /// A plugin may try two ways at the same time; only one of them gets the file.
    @Test func attemptsAtTheSameTimeDoNotMix() async throws {
        struct Twice: CallInterceptor {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                async let first = Result(of: next, for: endpoint)
                async let second = Result(of: next, for: endpoint)
                let results = await [first, second]
                return try (results.first { if case .success = $0 { true } else { false } } ?? results[0]).get()
            }
        }
        let file = ServedFile(300_000)
        try await FaultServer.withServer(script: file.script(cutAt: 100_000)) { server in
            let provider = TransportUnderTest.all[0].provider(plugins: [Twice()])
            _ = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try Data(contentsOf: target) == file.content)
        }
        #expect(try directory.names == ["target"])
    }
}
