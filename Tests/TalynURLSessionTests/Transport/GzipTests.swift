import Foundation
import TestSupport
import Testing

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

    @Test func frameIsReadByOthers() async throws {
        // What zlib makes of the text, without the frame of zlib.
        let deflated = Data([203, 72, 205, 201, 201, 87, 200, 64, 39, 1])
        let text = Data("hello hello hello hello".utf8)
        #expect(try await ShellRun.unpacked(Gzip.framed(deflated, of: text)) == text)
        #expect(try await ShellRun.unpacked(Gzip.framed(deflated, of: Data("hello".utf8))) == nil)
    }
}
