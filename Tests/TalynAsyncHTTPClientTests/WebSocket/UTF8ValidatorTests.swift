#if AsyncHTTPClient && os(Linux)
import Testing

@testable import TalynAsyncHTTPClient

struct UTF8ValidatorTests {
    /// Whether the bytes are valid, in all ways to split them in two.
    private func accepts(_ bytes: [UInt8]) -> Bool? {
        var results: Set<Bool> = []
        for split in 0...bytes.count {
            var validator = UTF8Validator()
            let isValid = [bytes[..<split], bytes[split...]].allSatisfy { part in
                Array(part).withUnsafeBytes { validator.accept($0) }
            }
            results.insert(isValid && validator.isComplete)
        }
        return results.count == 1 ? results.first : nil
    }

    @Test func allScalarsAreValid() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), value % 97 == 0 || value < 0x900 || value % 0x1000 < 2 else {
                continue
            }
            #expect(accepts(Array(String(scalar).utf8)) == true, "\(value)")
        }
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF], [0xE1, 0x80],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], Array("twelve bytes".utf8) + [0xFF],
        ] as [[UInt8]]
    )
    func othersAreInvalid(_ bytes: [UInt8]) {
        #expect(accepts(bytes) == false)
    }

    @Test func decidesAsTheStandardLibraryDoes() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                [UInt8.random(in: 0x30...0xFF, using: &random), 0xE0, 0xED, 0xF4, 0x80, 0x9F, 0xBF].randomElement(
                    using: &random
                )!
            }
            #expect(accepts(bytes) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
    }
}
#endif
