import Foundation
import TalynCache
import Testing

/// The public suite, with its origin as a transport in virtual time.
struct CacheSuiteTests {
    static let file = ProcessInfo.processInfo.environment["TALYN_CACHE_TESTS"]

    enum Store: String, CaseIterable {
        case memory
        case disk
    }

    @Test(
        .enabled(if: file != nil, "SKIPPED: TALYN_CACHE_TESTS doesn't name the file of the suite"),
        arguments: Store.allCases
    )
    func allTests(kind: Store) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store: @Sendable () throws -> any CacheStore = {
            kind == .memory ? MemoryCacheStore() : try DiskCacheStore(folder: folder)
        }
        let cases = try JSONDecoder().decode([SuiteCase].self, from: Data(contentsOf: URL(fileURLWithPath: Self.file!)))
        var results: [String: SuiteResult] = [:]
        for test in cases where test.isPrivate {
            let client = SuiteClient(origin: VirtualSuiteOrigin(), makeStore: store)
            results[test.id] = try await client.result(of: test)
        }
        let report = SuiteReport(cases, results)
        print(kind, report.text)
        #expect(report.score(.required) == (137, 137))
        #expect(report.score(.optimal).passed >= 65)
    }
}
