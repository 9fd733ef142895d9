import Foundation
import TestSupport
import Testing
import _TalynSupport

struct FileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func fileThatIsThereIsNotOverwritten() throws {
        let url = try directory.file("a", "old")
        #expect(throws: FileError.cannotWrite(url, .EEXIST)) { try OpenFile(creating: url) }
        #expect(try Data(contentsOf: url) == Data("old".utf8))
    }

    @Test func temporaryFileGoesWithItsHolder() throws {
        var file: TemporaryFile? = try TemporaryFile()
        let url = try #require(file?.url)
        try OpenFile(creating: url).write(Data("1".utf8))
        let parent = url.deletingLastPathComponent()
        let permissions = try FileManager.default.attributesOfItem(atPath: parent.path)[.posixPermissions] as? Int
        #expect(permissions == 0o700)
        file = nil
        #expect(!FileManager.default.fileExists(atPath: parent.path))
    }

    @Test func filesAreClosed() throws {
        let url = try directory.file("a", "content")
        // More often than a process may have files open.
        for _ in 0..<30_000 { _ = try OpenFile(reading: url).read(1) }
    }

    // MARK: Chunks

    private func chunks(_ chunks: [Data], then error: (any Error)? = nil) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish(throwing: error)
        }
    }

    @Test func chunksAreWrittenWhole() async throws {
        let parts = (0..<40).map { Data(repeating: UInt8($0), count: 10_000) }
        let url = directory.url.appendingPathComponent("a")
        let progress = Recorder<Int64>()
        let count = try await OpenFile(creating: url).write(chunks(parts), inMemory: nil) { progress.record($0) }
        #expect(count == 400_000)
        #expect(try Data(contentsOf: url) == Data(parts.joined()))
        #expect(progress.events == (1...40).map { $0 * 10_000 })
    }

    @Test func chunksBeforeAFailureAreWritten() async throws {
        struct Broken: Error {}
        let url = directory.url.appendingPathComponent("a")
        let file = try OpenFile(creating: url)
        await #expect(throws: Broken.self) {
            try await file.write(chunks([Data("1".utf8), Data("2".utf8)], then: Broken()), inMemory: nil)
        }
        #expect(try Data(contentsOf: url) == Data("12".utf8))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: [false, true])
    func fullDiskIsATypedError(isInMemory: Bool) async throws {
        let full = URL(fileURLWithPath: "/dev/full")
        let file = try OpenFile(full, flags: O_WRONLY, or: FileError.cannotWrite)
        let parts = [Data(count: 300_000), Data(count: 300_000)]
        await #expect(throws: FileError.cannotWrite(full, .ENOSPC)) {
            try await file.write(chunks(parts), inMemory: isInMemory ? parts[0] : nil)
        }
    }

    // MARK: Threads

    @Test func workThatWaitsForAThreadIsDoneInTheOrderOfItsArrival() async {
        let threads = WorkThreads(maximumCount: 1, label: "test", blocksForLong: false)
        let order = Locked<[Int]>([])
        let isOver = Promise<Void>()
        for number in 0..<1000 { threads.start { order.withLock { $0.append(number) } } }
        threads.start { isOver.resolve(()) }
        _ = await isOver.value()
        #expect(order.withLock { $0 } == Array(0..<1000))
    }
}
