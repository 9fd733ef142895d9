import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

struct ContentDigestTests {
    private let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test func digestIsMadeOfHexadecimalDigits() throws {
        let digest = try ContentDigest(.sha256, hex: hex)
        #expect(digest.bytes.count == 32)
        #expect(digest.bytes.prefix(3) == Data([0xE3, 0xB0, 0xC4]))
        #expect(try ContentDigest(.sha256, hex: " \(hex.uppercased())\n") == digest)
        #expect(try ContentDigest(.sha512, hex: hex + hex).bytes == digest.bytes + digest.bytes)
        #expect(digest.description == "sha-256 \(hex)")
    }

    @Test(arguments: ["", "e3", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85500"])
    func otherLengthsAreRefused(hex: String) {
        #expect(throws: ContentDigest.Problem.wrongLength(.sha256, actual: hex.utf8.count / 2)) {
            try ContentDigest(.sha256, hex: hex)
        }
    }

    @Test(arguments: ["e3b", "e3 b0", "0x12", "zz", "é", "+1", "e3b0  file.iso"])
    func otherCharactersAreRefused(hex: String) {
        #expect(throws: ContentDigest.Problem.notHexadecimal) { try ContentDigest(.sha256, hex: hex) }
    }

    private static let sha256 = "RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg="
    private static let sha512 =
        "YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg=="

    private func fields(_ name: String, _ values: [String]) -> HTTPFields {
        var fields = HTTPFields()
        guard let name = HTTPField.Name(name) else { return fields }
        for value in values { fields.append(HTTPField(name: name, lenientValue: Array(value.utf8))) }
        return fields
    }

    private func digests(_ values: String...) -> [ContentDigest.Algorithm: String] {
        let digests = ContentDigest.digests(of: .representation, in: fields("Repr-Digest", values))
        return Dictionary(digests.map { ($0.algorithm, $0.bytes.base64EncodedString()) }) { first, _ in first }
    }

    @Test func digestsAreReadFromAField() {
        #expect(digests("sha-256=:\(Self.sha256):") == [.sha256: Self.sha256])
        #expect(
            digests("md5=:AAAA:, sha-512=:\(Self.sha512):;a=1,sha-256=:\(Self.sha256):, unixsum=(1 2)")
                == [.sha256: Self.sha256, .sha512: Self.sha512]
        )
        #expect(
            digests("sha-512=:\(Self.sha512):", "sha-256=:\(Self.sha256):")
                == [.sha256: Self.sha256, .sha512: Self.sha512]
        )
        // The last of several is what a dictionary has (RFC 9651, section 4.2.2).
        #expect(digests("sha-256=1, sha-256=:\(Self.sha256):") == [.sha256: Self.sha256])
        let others = (0..<1_000).map { "k\($0)" }.joined(separator: ",")
        #expect(digests(others, "sha-256=:\(Self.sha256):") == [.sha256: Self.sha256])
        let fields = fields("content-digest", ["sha-256=:\(Self.sha256):"])
        #expect(ContentDigest.digests(of: .content, in: fields).count == 1)
        #expect(ContentDigest.digests(of: .representation, in: fields).isEmpty)
    }

    @Test(arguments: [
        "", " ", "sha-256", "sha-256=", "sha-256=:\(sha256)", "sha-256=\(sha256)", "sha-256=\"\(sha256)\"",
        "sha-256=:AAAA:", "sha-256=:\(sha256.dropLast()):", "SHA-256=:\(sha256):", "sha-256=:\(sha256):,",
        "sha-256=(:\(sha256):)", "sha=:\(sha256):", "sha-256=:\(sha256):, x=\u{FC}",
    ])
    func otherFieldsHaveNone(value: String) {
        #expect(digests(value) == [:])
    }

    @Test func hostileFieldsHaveNoneOrWholeOnes() {
        let value = "sha-256=:\(Self.sha256):;a=1.5;b=\"x\\\"\", sha-512=:\(Self.sha512):, c=@12, d=(?1 %\"%c3%bc\")"
        let members = (0..<100_000).map { "k\($0)" }.joined(separator: ",")
        for value in HostileValues.made(of: [value]) + HostileValues.long + [members] {
            for digest in ContentDigest.digests(of: .representation, in: fields("Repr-Digest", [value])) {
                #expect(digest.bytes.count == (digest.algorithm == .sha256 ? 32 : 64))
            }
        }
    }
}
