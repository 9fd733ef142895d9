import Foundation
import TalynCache
import Testing

/// The public suite, with its origin as a transport in virtual time.
struct CacheSuiteTests {
    static let file = ProcessInfo.processInfo.environment["TALYN_CACHE_TESTS"]

    @Test(.enabled(if: file != nil, "SKIPPED: TALYN_CACHE_TESTS doesn't name the file of the suite"))
    func allTests() async throws {
        let cases = try JSONDecoder().decode([SuiteCase].self, from: Data(contentsOf: URL(fileURLWithPath: Self.file!)))
        var results: [String: SuiteResult] = [:]
        for test in cases where test.isPrivate {
            let client = SuiteClient(origin: VirtualSuiteOrigin()) { MemoryCacheStore() }
            results[test.id] = try await client.result(of: test)
        }
        print(SuiteReport(cases, results).text)
    }
}
