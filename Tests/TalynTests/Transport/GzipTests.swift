import Foundation
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynTransfers
@testable import TalynURLSession

struct GzipTests {
    @Test(
        arguments: [
            ("", 0), ("123456789", 0xCBF4_3926), ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ] as [(String, UInt32)]
    )
    func checksumIsThatOfTheStandard(text: String, checksum: UInt32) {
        #expect(Gzip.checksum(of: Data(text.utf8)) == checksum)
        // Of a part of some data, too.
        #expect(Gzip.checksum(of: Data("ab\(text)".utf8).dropFirst(2)) == checksum)
    }

    /// What gzip makes of a file, or nil if it finds it broken.
    private func unpacked(_ data: Data) async throws -> Data? {
        let directory = try TemporaryDirectory()
        let packed = try directory.file("a.gz", data)
        guard try await ShellRun.run("gzip -d '\(packed.path)'") == 0 else { return nil }
        return try Data(contentsOf: directory.url.appendingPathComponent("a"))
    }

    @Test func frameIsReadByOthers() async throws {
        // What zlib makes of the text, without the frame of zlib.
        let deflated = Data([203, 72, 205, 201, 201, 87, 200, 64, 39, 1])
        let text = Data("hello hello hello hello".utf8)
        #expect(try await unpacked(Gzip.framed(deflated, of: text)) == text)
        #expect(try await unpacked(Gzip.framed(deflated, of: Data("hello".utf8))) == nil)
    }

    #if AsyncHTTPClient || canImport(Darwin)
    @Test(.hammer, .serialized, arguments: [0, 1, 1000, 100_000, 5_000_000])
    func packedIsReadByOthers(count: Int) async throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) })
        let packed = try #require(BodyCompression.gzip.encode(data))
        #expect(try await unpacked(packed) == data)
        #expect(BodyCompression.gzip.encode(data) == packed)
    }
    #endif
}
