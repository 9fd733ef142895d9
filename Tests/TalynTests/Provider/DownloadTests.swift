import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct DownloadTests {
    private let directory: TemporaryDirectory
    private let target: URL

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    private struct Broken: Error {}

    private func download(
        _ options: DownloadOptions = [],
        validation: ValidationType = .none,
        seen: Recorder<URL>? = nil
    ) -> Download {
        let target = target
        return Download(validationType: validation) { temporary, _ in
            seen?.record(temporary)
            return (target, options)
        }
    }

    private struct Download: TargetType {
        var validationType: ValidationType
        var destination: DownloadDestination

        init(validationType: ValidationType = .none, destination: @escaping DownloadDestination) {
            self.validationType = validationType
            self.destination = destination
        }

        var baseURL: URL { URL(string: "https://example.com/file")! }
        var path: String { "" }
        var task: HTTPTask { .downloadDestination(destination) }
        var sampleData: Data { Data("content".utf8) }
    }

    private func stub(status: Int = 200) -> Provider<Download> {
        Provider(
            endpointClosure: { Endpoint($0, sampleStatusCode: status) },
            stubClosure: Provider.immediatelyStub
        )
    }

    private func provider(of chunks: [Data], then error: (any Error)? = nil) -> Provider<Download> {
        Provider(
            transport: ClosureTransport { _ in
                let body = HTTPBody(isReplayable: true) {
                    var rest = chunks[...]
                    return {
                        if let chunk = rest.popFirst() { return chunk }
                        if let error { throw error }
                        return nil
                    }
                }
                return TransportResponse(statusCode: 200, body: body)
            }
        )
    }

    @Test func stubIsDownloadedAtOnce() throws {
        let results = Recorder<Response>()
        let temporaries = Recorder<URL>()
        stub().request(download(seen: temporaries)) { results.record(try! $0.get()) }
        let response = try #require(results.events.first)
        #expect(response.fileURL == target)
        #expect(response.data == Data("content".utf8))
        #expect(try response.mapString() == "content")
        #expect(response.description == "Status Code: 200, Data Length: 7")
        #expect(try Data(contentsOf: target) == Data("content".utf8))
        let temporary = try #require(temporaries.events.first)
        #expect(!FileManager.default.fileExists(atPath: temporary.deletingLastPathComponent().path))
    }

    @Test func dataIsThatOfTheFileWhenItIsAskedFor() async throws {
        let response = try await stub().request(download())
        try Data("changed".utf8).write(to: target)
        #expect(response.data == Data("changed".utf8))
        try FileManager.default.removeItem(at: target)
        #expect(response.data.isEmpty)
        #expect(response.description == "Status Code: 200, Data Length: 7")
    }

    @Test func downloadsAreEqualIfTheirFilesAreTheSame() async throws {
        let first = try await stub().request(download(.removePreviousFile))
        let second = try await stub().request(download(.removePreviousFile))
        #expect(first == second)
        let other = directory.url.appendingPathComponent("other")
        #expect(try await stub().request(Download { _, _ in (other, []) }) != first)
    }

    @Test func destinationIsAskedOnceTheFileIsWhole() async throws {
        let sizes = Recorder<Int>()
        let target = target
        let statusCodes = Recorder<Int>()
        let chunks = (0..<10).map { _ in Data(count: 100_000) }
        _ = try await provider(of: chunks).request(
            Download { temporary, response in
                sizes.record((try? Data(contentsOf: temporary).count) ?? -1)
                statusCodes.record(response.statusCode)
                return (target, [])
            }
        )
        #expect(sizes.events == [1_000_000])
        #expect(statusCodes.events == [200])
    }

    @Test func fileMayStayWhereItIs() async throws {
        let response = try await stub().request(Download { temporary, _ in (temporary, []) })
        let file = try #require(response.fileURL)
        #expect(response.data == Data("content".utf8))
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }

    @Test func fileHasThePermissionsThatFilesHave() async throws {
        _ = try await stub().request(download())
        let usual = try directory.file("usual", "")
        func permissions(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try permissions(target) == permissions(usual))
    }

    @Test func previousFileIsKeptUnlessItIsToGo() async throws {
        try Data("old".utf8).write(to: target)
        let error = await #expect(throws: TalynError.self) { try await stub().request(download()) }
        #expect(error?.underlyingError as? BodyError == .destinationExists(target))
        #expect(try Data(contentsOf: target) == Data("old".utf8))
        _ = try await stub().request(download(.removePreviousFile))
        #expect(try Data(contentsOf: target) == Data("content".utf8))
    }

    @Test func responseThatIsNotAcceptedGoesNowhere() async throws {
        let temporaries = Recorder<URL>()
        let call = download(.removePreviousFile, validation: .successCodes, seen: temporaries)
        let error = await #expect(throws: TalynError.self) { try await stub(status: 404).request(call) }
        #expect(error?.response?.data == Data("content".utf8))
        #expect(error?.response?.fileURL == nil)
        #expect(temporaries.events.isEmpty)
        #expect(try directory.names.isEmpty)
    }

    @Test func failureLeavesNothing() async throws {
        let temporaries = Recorder<URL>()
        let call = download(.removePreviousFile, seen: temporaries)
        try Data("old".utf8).write(to: target)
        let provider = provider(of: [Data(count: 500_000)], then: Broken())
        let error = await #expect(throws: TalynError.self) { try await provider.request(call) }
        #expect(error?.underlyingError is Broken)
        #expect(temporaries.events.isEmpty)
        #expect(try directory.names == ["target"])
        #expect(try Data(contentsOf: target) == Data("old".utf8))
    }

    @Test(arguments: [false, true])
    func progressTellsWhatHasArrived(isStubbed: Bool) async throws {
        let events = Recorder<ProgressResponse>()
        let provider = isStubbed ? stub() : provider(of: [Data("con".utf8), Data("tent".utf8)])
        _ = try await provider.request(download(), reporting: { events.record($0) })
        #expect(
            events.events.dropLast().compactMap { $0.progressObject?.completedUnitCount } == (isStubbed ? [7] : [3, 7])
        )
        #expect(events.events.last?.completed == true)
        #expect(events.events.last?.response?.fileURL == target)
    }

    /// Each of them has a place of its own to go to.
    @Test func downloadsUnderWayAtTheSameTimeAreNotShared() async throws {
        let provider = Provider<Download>(stubClosure: Provider.delayedStub(0), trackInflights: true)
        let targets = (0..<5).map { directory.url.appendingPathComponent("\($0)") }
        try await withThrowingTaskGroup(of: URL?.self) { group in
            for target in targets {
                group.addTask { try await provider.request(Download { _, _ in (target, []) }).fileURL }
            }
            try await group.waitForAll()
        }
        #expect(try directory.names == targets.map(\.lastPathComponent))
    }

    @Test func parametersGoIntoTheRequest() throws {
        let task = HTTPTask.downloadParameters(
            parameters: ["page": 2],
            encoding: URLEncoding.queryString,
            destination: { url, _ in (url, []) }
        )
        let endpoint = Endpoint(download()).replacing(task: task)
        #expect(try endpoint.urlRequest().url?.query == "page=2")
    }

    // MARK: Files that can't be read any more

    @Test(arguments: [true, false])
    func fileThatCannotBeReadIsAnErrorAndNoEmptyBody(isDirectory: Bool) async throws {
        let response = try await stub().request(download())
        #expect(try response.mapString() == "content")
        try FileManager.default.removeItem(at: target)
        if isDirectory { try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false) }
        let expected = isDirectory ? BodyError.notAFile(target) : .cannotRead(target, .ENOENT)
        for map in [
            { _ = try $0.mapString() }, { _ = try $0.mapString(atKeyPath: "a") },
            { _ = try $0.mapJSON(failsOnEmptyData: false) }, { _ = try $0.map([Int].self, failsOnEmptyData: false) },
            { _ = try $0.map(Int.self, in: ResponseEnvelope(code: "a", message: "b", data: "c")) },
        ] as [(Response) throws -> Void] {
            let error = #expect(throws: TalynError.self) { try map(response) }
            #expect(error?.underlyingError as? BodyError == expected)
        }
        #expect(response.data.isEmpty)
        let error = await #expect(throws: TalynError.self) { for try await _ in StreamedResponse(response) {} }
        #expect(error?.underlyingError as? BodyError == expected)
    }

    @Test func fileIsReadAsAStreamToo() async throws {
        let response = try await stub().request(download())
        var data = Data()
        for try await chunk in StreamedResponse(response) { data += chunk }
        #expect(data == Data("content".utf8))
    }
}
