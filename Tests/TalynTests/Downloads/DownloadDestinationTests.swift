import Foundation
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynRecordings
@testable import TalynTesting
@testable import TalynTransfers

/// Where downloads go, and which of them are not even begun.
@Suite(.sockets) struct DownloadDestinationTests {
    private let directory: TemporaryDirectory
    private let target: URL
    private let sent = Recorder<OutgoingRequest>()

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    private func provider(plugins: [any Plugin] = [], _ body: HTTPBody = HTTPBody(Data("content".utf8))) -> Provider<
        Zen
    > {
        let transport = ClosureTransport { [sent] request in
            sent.record(request)
            return TransportResponse(statusCode: 200, body: body)
        }
        return Provider(transport: transport, plugins: plugins)
    }

    private func failure(of destination: DownloadDestination) async -> BodyError? {
        let error = await #expect(throws: TalynError.self) {
            try await provider().downloaded(.zen, to: destination)
        }
        return error?.underlyingError as? BodyError
    }

    // MARK: Before anything is sent

    @Test func placeThatIsTakenIsFoundAtOnce() async throws {
        try Data("old".utf8).write(to: target)
        #expect(await failure(of: DownloadDestination(target)) == .destinationExists(target))
        #expect(sent.events.isEmpty)
        #expect(try directory.names == ["target"])
        let destination = DownloadDestination(target) { $0.replacesExistingFile = true }
        _ = try await provider().downloaded(.zen, to: destination)
        #expect(try Data(contentsOf: target) == Data("content".utf8))
        #expect(try directory.names == ["target"])
    }

    @Test func directoryInItsPlaceIsFoundAtOnce() async throws {
        let destination = DownloadDestination(directory.url) { $0.replacesExistingFile = true }
        #expect(await failure(of: destination) == .cannotWrite(directory.url, .EISDIR))
        #expect(sent.events.isEmpty)
    }

    @Test func missingDirectoryIsFoundAtOnce() async throws {
        let target = directory.url.appendingPathComponent("a/b/target")
        #expect(await failure(of: DownloadDestination(target)) == .cannotWrite(target, .ENOENT))
        #expect(sent.events.isEmpty)
        let destination = DownloadDestination(target) { $0.createsDirectories = true }
        let response = try await provider().downloaded(.zen, to: destination)
        #expect(response.fileURL == target)
        #expect(try response.contents() == Data("content".utf8))
    }

    @Test func directoryThatCannotBeIsFoundAtOnce() async throws {
        let target = try directory.file("a", "").appendingPathComponent("target")
        #expect(await failure(of: DownloadDestination(target)) == .cannotWrite(target, .ENOTDIR))
        let web = URL(string: "https://example.com/target")!
        #expect(await failure(of: DownloadDestination(web)) == .notAFile(web))
        #expect(sent.events.isEmpty)
    }

    /// Somebody may have put it there to have another file overwritten.
    @Test func symbolicLinkInThePartsPlaceIsNotFollowed() async throws {
        let other = try directory.file("other", "old")
        let link = directory.url.appendingPathComponent(".target.talyn-part")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        _ = try await provider().downloaded(.zen, to: DownloadDestination(target))
        #expect(try Data(contentsOf: target) == Data("content".utf8))
        #expect(try Data(contentsOf: other) == Data("old".utf8))
        #expect(try directory.names == ["other", "target"])
    }

    @Test func targetThatMustNotBeSentTouchesNothing() async throws {
        struct Invalid: TargetType {
            var baseURL: URL { URL(string: "https://example.com")! }
            var path: RequestPath { "" }
            func checkBeforeSending() throws { throw TransportError(.other) }
        }
        let target = directory.url.appendingPathComponent("a/target")
        let destination = DownloadDestination(target) { $0.createsDirectories = true }
        await #expect(throws: TalynError.self) {
            try await Provider<Invalid>(transport: SampleTransport()).downloaded(Invalid(), to: destination)
        }
        #expect(try directory.names == [])
    }

    // MARK: At the end

    @Test func placeThatIsTakenMeanwhileIsNotTakenAway() async throws {
        let body = HTTPBody(isReplayable: false) { [target] in
            var chunks = [Data("content".utf8)]
            return {
                try Data("other".utf8).write(to: target)
                return chunks.popLast()
            }
        }
        let error = await #expect(throws: TalynError.self) {
            try await provider(plugins: [], body).downloaded(.zen, to: DownloadDestination(target))
        }
        #expect(error?.underlyingError as? BodyError == .destinationExists(target))
        #expect(try Data(contentsOf: target) == Data("other".utf8))
        #expect(try directory.names == ["target"])
        #expect(error?.metrics?.attempts.count == 1)
    }

    @Test func diskThatFailsEndsTheDownload() async throws {
        let parent = directory.url.appendingPathComponent("a")
        let target = parent.appendingPathComponent("target")
        let body = HTTPBody(isReplayable: false) {
            var chunks = [Data("content".utf8)]
            return {
                try? FileManager.default.removeItem(at: parent)
                return chunks.popLast()
            }
        }
        let destination = DownloadDestination(target) {
            $0.createsDirectories = true
            $0.replacesExistingFile = true
        }
        let error = await #expect(throws: TalynError.self) {
            try await provider(plugins: [RetryPlugin.jumping()], body).downloaded(.zen, to: destination)
        }
        #expect(error?.underlyingError as? BodyError == .cannotWrite(target, .ENOENT))
        #expect(sent.events.count == 1)
    }

    // MARK: The pipeline around it

    @Test func stubIsAFileToo() async throws {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [RetryPlugin.jumping()])
        let response = try await provider.downloaded(.zen, to: DownloadDestination(target))
        #expect(response.fileURL == target)
        #expect(try response.contents() == Zen.zen.sampleData)
        #expect(response.metrics?.isStubbed == true)
    }

    @Test func answerOfAPluginIsAFileToo() async throws {
        struct Cache: CallInterceptor {
            let status: Int
            func intercept(_: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                Response(statusCode: status, data: Data("cached".utf8), headerFields: [:])
            }
        }
        let response = try await provider(plugins: [Cache(status: 200)]).downloaded(
            .zen,
            to: DownloadDestination(target)
        )
        #expect(response.fileURL == target)
        #expect(try Data(contentsOf: target) == Data("cached".utf8))
        try FileManager.default.removeItem(at: target)
        await #expect(throws: TalynError.self) {
            try await provider(plugins: [Cache(status: 404)]).downloaded(.zen, to: DownloadDestination(target))
        }
        #expect(try directory.names == [])
        #expect(sent.events.isEmpty)
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

    /// Each of them has a place of its own to go to.
    @Test func downloadsAtTheSameTimeAreNotShared() async throws {
        let transport = HeldTransport()
        let provider = Provider<Zen>(transport: transport, plugins: [CoalescingPlugin()])
        let targets = (0..<5).map { directory.url.appendingPathComponent("\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for target in targets {
                group.addTask { _ = try await provider.downloaded(.zen, to: DownloadDestination(target)) }
            }
            await transport.sent(atLeast: 5)
            transport.open()
            try await group.waitForAll()
        }
        #expect(try directory.names == targets.map(\.lastPathComponent))
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
