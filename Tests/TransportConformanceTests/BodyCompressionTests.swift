#if AsyncHTTPClient || canImport(Darwin)
import Foundation
import TestSupport
import Testing

@testable import TalynCore
#if canImport(Darwin)
@testable import TalynURLSession
#else
@testable import TalynAsyncHTTPClient
#endif

struct BodyCompressionTests {
    @Test(.hammer, .serialized, arguments: [0, 1, 1000, 100_000, 5_000_000])
    func packedIsReadByOthers(count: Int) async throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) })
        let packed = try #require(BodyCompression.gzip.encode(data))
        #expect(try await ShellRun.unpacked(packed) == data)
        #expect(BodyCompression.gzip.encode(data) == packed)
    }
}
#endif
