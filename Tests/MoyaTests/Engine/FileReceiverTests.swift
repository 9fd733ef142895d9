import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import Moya
@testable import TalynCore

/// A response that goes to a file in a place that a closure chooses.
struct FileReceiverTests {
    private let directory: TemporaryDirectory
    private let target: URL

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    private struct Broken: Error {}

    private func receiver(replaces: Bool = false, seen: Recorder<URL>? = nil) -> FileReceiver {
        FileReceiver { [target] temporary, _ in
            seen?.record(temporary)
            return FilePlacement(source: temporary, destination: target, replacesExistingFile: replaces)
        }
    }

    private func stub(status: Int = 200) -> Provider<Zen> {
        Provider(answering: { .networkResponse(status, Data("content".utf8)) })
    }

    private func provider(of chunks: [Data], then error: (any Error)? = nil) -> Provider<Zen> {
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

    @Test func responseIsAFile() async throws {
        let temporaries = Recorder<URL>()
        let response = try await stub().request(.zen, to: receiver(seen: temporaries))
        #expect(response.fileURL == target)
        #expect(try response.contents() == Data("content".utf8))
        #expect(try response.decode(String.self) == "content")
        #expect(response.description == "Status Code: 200, Data Length: 7")
        #expect(try Data(contentsOf: target) == Data("content".utf8))
        let temporary = try #require(temporaries.events.first)
        #expect(!FileManager.default.fileExists(atPath: temporary.deletingLastPathComponent().path))
    }

    @Test func dataIsThatOfTheFileWhenItIsAskedFor() async throws {
        let response = try await stub().request(.zen, to: receiver())
        try Data("changed".utf8).write(to: target)
        #expect(try response.contents() == Data("changed".utf8))
        try FileManager.default.removeItem(at: target)
        #expect(throws: TalynError.self) { try response.contents() }
        #expect(response.description == "Status Code: 200, Data Length: 7")
    }

    @Test func downloadsAreEqualIfTheirFilesAreTheSame() async throws {
        let first = try await stub().request(.zen, to: receiver(replaces: true))
        let second = try await stub().request(.zen, to: receiver(replaces: true))
        #expect(first == second)
        let other = directory.url.appendingPathComponent("other")
        let receiver = FileReceiver { temporary, _ in
            FilePlacement(source: temporary, destination: other, replacesExistingFile: false)
        }
        #expect(try await stub().request(.zen, to: receiver) != first)
    }

    @Test func destinationIsAskedOnceTheFileIsWhole() async throws {
        let sizes = Recorder<Int>()
        let target = target
        let statusCodes = Recorder<Int>()
        let chunks = (0..<10).map { _ in Data(count: 100_000) }
        _ = try await provider(of: chunks).request(
            .zen,
            to: FileReceiver { temporary, response in
                sizes.record((try? Data(contentsOf: temporary).count) ?? -1)
                statusCodes.record(response.statusCode)
                return FilePlacement(source: temporary, destination: target, replacesExistingFile: false)
            }
        )
        #expect(sizes.events == [1_000_000])
        #expect(statusCodes.events == [200])
    }

    @Test func fileMayStayWhereItIs() async throws {
        let response = try await stub().request(.zen, to: FileReceiver { _, _ in nil })
        let file = try #require(response.fileURL)
        #expect(try response.contents() == Data("content".utf8))
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }

    @Test func fileHasThePermissionsThatFilesHave() async throws {
        _ = try await stub().request(.zen, to: receiver())
        let usual = try directory.file("usual", "")
        func permissions(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try permissions(target) == permissions(usual))
    }

    @Test func previousFileIsKeptUnlessItIsToGo() async throws {
        try Data("old".utf8).write(to: target)
        let error = await #expect(throws: TalynError.self) { try await stub().request(.zen, to: receiver()) }
        #expect(error?.underlyingError?.asAFError?.destinationURL == target)
        #expect(try Data(contentsOf: target) == Data("old".utf8))
        _ = try await stub().request(.zen, to: receiver(replaces: true))
        #expect(try Data(contentsOf: target) == Data("content".utf8))
    }

    @Test func responseThatIsNotAcceptedGoesNowhere() async throws {
        let temporaries = Recorder<URL>()
        let receiver = receiver(replaces: true, seen: temporaries)
        let error = await #expect(throws: TalynError.self) {
            try await stub(status: 404).request(.strict, to: receiver)
        }
        #expect(error?.response?.data == Data("content".utf8))
        #expect(error?.response?.fileURL == nil)
        #expect(temporaries.events.isEmpty)
        #expect(try directory.names.isEmpty)
    }

    @Test func failureLeavesNothing() async throws {
        let temporaries = Recorder<URL>()
        let receiver = receiver(replaces: true, seen: temporaries)
        try Data("old".utf8).write(to: target)
        let provider = provider(of: [Data(count: 500_000)], then: Broken())
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen, to: receiver) }
        #expect(error?.underlyingError is Broken)
        #expect(temporaries.events.isEmpty)
        #expect(try directory.names == ["target"])
        #expect(try Data(contentsOf: target) == Data("old".utf8))
    }

    // MARK: Files that can't be read any more

    @Test(arguments: [true, false])
    func fileThatCannotBeReadIsAnErrorAndNoEmptyBody(isDirectory: Bool) async throws {
        let response = try await stub().request(.zen, to: receiver())
        #expect(try response.decode(String.self) == "content")
        try FileManager.default.removeItem(at: target)
        if isDirectory { try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false) }
        let expected = isDirectory ? BodyError.notAFile(target) : .cannotRead(target, .ENOENT)
        for map in [
            { _ = try $0.contents() }, { _ = try $0.decode(String.self) },
            { _ = try $0.decode(String.self, atKeyPath: "a") },
            { _ = try $0.decode([Int].self, failsOnEmptyData: false) },
            { _ = try $0.decode(Int.self, in: ResponseEnvelope(code: "a", message: "b", data: "c")) },
        ] as [(TalynCore.Response) throws -> Void] {
            let error = #expect(throws: TalynError.self) { try map(response) }
            #expect(error?.underlyingError as? BodyError == expected)
        }
        #expect(response.data.isEmpty)
        let body = try #require(response.takeBody())
        let error = await #expect(throws: TalynError.self) { for try await _ in body {} }
        #expect(error?.underlyingError as? BodyError == expected)
    }

    @Test func fileIsReadAsAStreamToo() async throws {
        let response = try await stub().request(.zen, to: receiver())
        var data = Data()
        for try await chunk in try #require(response.takeBody()) { data += chunk }
        #expect(data == Data("content".utf8))
    }
}
