import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynTransfers

/// Where downloads go, and which of them are not even begun.
struct DownloadDestinationTests {
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
}
