import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

/// Whether a file that has arrived is the one that was meant.
struct DownloadDigestTests {
    private let directory: TemporaryDirectory
    private let target: URL

    /// "abc", as FIPS 180-4 has it.
    private static let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    private static let sha512 =
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    private func provider(_ fields: HTTPFields = [:], status: Int = 200) -> Provider<Zen> {
        Provider(
            transport: ClosureTransport { _ in
                TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(Data("abc".utf8)))
            }
        )
    }

    private func destination(_ algorithm: ContentDigest.Algorithm, _ hex: String) throws -> DownloadDestination {
        let digest = try ContentDigest(algorithm, hex: hex)
        return DownloadDestination(target) { $0.digest = digest }
    }

    #if canImport(CryptoKit) || Crypto
    @Test func digestOfTheCallersIsChecked() async throws {
        for (algorithm, hex) in [(ContentDigest.Algorithm.sha256, Self.sha256), (.sha512, Self.sha512)] {
            let response = try await provider().downloaded(.zen, to: destination(algorithm, hex))
            #expect(try response.contents() == Data("abc".utf8))
            try FileManager.default.removeItem(at: target)
            let wrong = try destination(algorithm, String(hex.reversed()))
            let error = await #expect(throws: TalynError.self) { try await provider().downloaded(.zen, to: wrong) }
            let right = try ContentDigest(algorithm, hex: hex)
            #expect(
                error?.underlyingError as? BodyError
                    == .digestMismatch(expected: try #require(wrong.digest).description, actual: right.description)
            )
            #expect(error?.errorDescription?.contains(hex) == true)
            #expect(error?.response?.fileURL == nil)
            #expect(try directory.names == [])
        }
    }
    #else
    @Test func digestThatCannotBeCheckedIsRefusedAtOnce() async throws {
        let error = await #expect(throws: TalynError.self) {
            try await provider().downloaded(.zen, to: destination(.sha256, Self.sha256))
        }
        #expect(error?.underlyingError as? BodyError == .noDigest)
        #expect(try directory.names == [])
    }
    #endif

    #if canImport(CryptoKit) || Crypto
    private static func base64(_ hex: String) throws -> String {
        try ContentDigest(.sha256, hex: hex).bytes.base64EncodedString()
    }

    @Test(arguments: ["Repr-Digest", "Content-Digest"])
    func digestOfTheServersIsChecked(name: String) async throws {
        let name = try #require(HTTPField.Name(name))
        let right: HTTPFields = [name: "sha-256=:\(try Self.base64(Self.sha256)):"]
        _ = try await provider(right).downloaded(.zen, to: DownloadDestination(target))
        try FileManager.default.removeItem(at: target)
        let wrong: HTTPFields = [name: "sha-256=:\(try Self.base64(String(Self.sha256.reversed()))):"]
        let error = await #expect(throws: TalynError.self) {
            try await provider(wrong).downloaded(.zen, to: DownloadDestination(target))
        }
        guard case .digestMismatch? = error?.underlyingError as? BodyError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try directory.names == [])
        // Nothing is known of those.
        let others: HTTPFields = [name: "md5=:AAAA:, sha-256=1"]
        _ = try await provider(others).downloaded(.zen, to: DownloadDestination(target))
    }
    #endif
}
