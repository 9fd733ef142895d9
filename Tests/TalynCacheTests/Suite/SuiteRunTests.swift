import Foundation
import Talyn
import TalynCache
import Testing

/// The public suite "cache-tests". Its files aren't a part of this repository: `Scripts/cache-tests` runs it.
struct SuiteRunTests {
    enum Store: String, CaseIterable {
        case memory
        case disk

        func make(in folder: URL) throws -> any CacheStore {
            switch self {
            case .memory: MemoryCacheStore()
            case .disk: try DiskCacheStore(folder: folder)
            }
        }
    }

    /// A target, for the type of a provider.
    private struct Nothing: TargetType {
        var baseURL: URL { URL(fileURLWithPath: "/") }
        var path: RequestPath { "/" }
    }

    private static let environment = ProcessInfo.processInfo.environment
    static let file = environment["TALYN_CACHE_TESTS"]
    static let server = environment["TALYN_CACHE_SERVER"]

    /// The origin is a transport with a clock of its own.
    @Test(
        .enabled(if: file != nil, "SKIPPED: TALYN_CACHE_TESTS doesn't name the file of the suite"),
        arguments: Store.allCases
    )
    func suitePassesInVirtualTime(kind: Store) async throws {
        // Each test has a clock of its own.
        try await run(kind) { _ in { VirtualSuiteOrigin() } }
    }

    /// The origin is the suite's own server, and the time is real.
    @Test(
        .enabled(if: server != nil && file != nil, "SKIPPED: TALYN_CACHE_SERVER doesn't name the server of the suite"),
        arguments: Store.allCases
    )
    func suitePassesWithItsServer(kind: Store) async throws {
        try await run(kind) { data in
            let origin = try ServedSuiteOrigin(
                baseURL: try #require(Self.server),
                transport: Provider<Nothing>().transport,
                file: data
            )
            return { origin }
        }
    }

    /// The profile of a shared cache.
    @Test(.enabled(if: file != nil, "SKIPPED: TALYN_CACHE_TESTS doesn't name the file of the suite"))
    func sharedCachePassesInVirtualTime() async throws {
        let report = try await Self.report(where: \.isShared, isShared: true) { _ in MemoryCacheStore() }
        print("memory, shared, virtual time\n\(report.text)")
        Self.expectSharedScore(report)
    }

    static func expectSharedScore(_ report: SuiteReport) {
        // The other one wants to share a response that sets a cookie.
        #expect(report.score(.required) == (149, 150))
        #expect(report.score(.optimal).passed >= 88)
    }

    private func run(_ kind: Store, _ origins: (Data) throws -> @Sendable () -> any SuiteOrigin) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-suite-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let report = try await Self.report(where: \.isPrivate, isShared: false, origins) { _ in
            try kind.make(in: folder)
        }
        print("\(kind.rawValue), \(Self.server == nil ? "virtual time" : "real time")\n\(report.text)")
        #expect(report.score(.required) == (137, 137))
        #expect(report.score(.optimal).passed >= 65)
    }

    /// Runs the tests of a profile.
    ///
    /// - Parameter makeStore: Makes the store of a test for a clock.
    static func report(
        where isOfProfile: (SuiteCase) -> Bool,
        isShared: Bool,
        _ origins: (Data) throws -> @Sendable () -> any SuiteOrigin = { _ in { VirtualSuiteOrigin() } },
        _ makeStore: @escaping @Sendable (_ date: @escaping @Sendable () -> Date) throws -> any CacheStore
    ) async throws -> SuiteReport {
        let data = try Data(contentsOf: URL(fileURLWithPath: try #require(file)))
        let cases = try JSONDecoder().decode([SuiteCase].self, from: data).filter(isOfProfile)
        let makeOrigin = try origins(data)
        var results: [String: SuiteResult] = [:]
        try await withThrowingTaskGroup(of: (String, SuiteResult).self) { group in
            for (index, test) in cases.enumerated() {
                if index >= 50, let (id, result) = try await group.next() { results[id] = result }
                group.addTask {
                    let origin = makeOrigin()
                    let client = SuiteClient(origin: origin, isShared: isShared) { try makeStore(origin.date) }
                    return (test.id, try await client.result(of: test))
                }
            }
            for try await (id, result) in group { results[id] = result }
        }
        return SuiteReport(cases, results)
    }
}
