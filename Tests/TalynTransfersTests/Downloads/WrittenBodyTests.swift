import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

struct WrittenBodyTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func stream(_ chunks: [Data], then error: (any Error)? = nil) -> HTTPBody {
        HTTPBody(isReplayable: true) {
            var rest = chunks[...]
            return {
                if let chunk = rest.popFirst() { return chunk }
                if let error { throw error }
                return nil
            }
        }
    }

    @Test func bodyIsWrittenWhole() async throws {
        let chunks = (0..<40).map { Data(repeating: UInt8($0), count: 10_000) }
        let url = directory.url.appendingPathComponent("a")
        let progress = Recorder<Int64>()
        let count = try await stream(chunks).write(to: OpenFile(creating: url)) { progress.record($0) }
        #expect(count == 400_000)
        #expect(try Data(contentsOf: url) == Data(chunks.joined()))
        #expect(progress.events == (1...40).map { $0 * 10_000 })
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: [false, true])
    func fullDiskIsATypedError(isInMemory: Bool) async throws {
        let full = URL(fileURLWithPath: "/dev/full")
        let body = isInMemory ? HTTPBody(Data(count: 10)) : stream([Data(count: 300_000), Data(count: 300_000)])
        let file = try OpenFile(full, flags: O_WRONLY, or: BodyError.cannotWrite)
        let error = await #expect(throws: BodyError.self) { try await body.write(to: file) }
        #expect(error == .cannotWrite(full, .ENOSPC))
        #expect(error?.recoverySuggestion == "Free space on the disk.")
    }
}
