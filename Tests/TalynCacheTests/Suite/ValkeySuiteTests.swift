#if Valkey
import Foundation
import Logging
import TalynCache
import TalynValkey
import TestSupport
import Testing
import Valkey

/// The profile of a shared cache, with a store in a server.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)))
struct ValkeySuiteTests {
    @available(Valkey, *)
    @Test(.enabled(if: SuiteRunTests.file != nil, "SKIPPED: TALYN_CACHE_TESTS doesn't name the file of the suite"))
    func sharedCachePassesInVirtualTime() async throws {
        try await RedisServer.withServer { redis in
            let client = ValkeyClient(.hostname("127.0.0.1", port: redis.port), logger: Logger(label: "test"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await client.run() }
                let server = ValkeyServer(client, options: .init(timeLimit: .seconds(3_600)))
                let report = try await SuiteRunTests.report(where: \.isShared, isShared: true) { date in
                    var options = ValkeyCacheStore.Options()
                    options.storesPrivateResponses = true
                    return ValkeyCacheStore(on: server, options: options, date: date)
                }
                print("Valkey, shared, virtual time\n\(report.text)")
                SuiteRunTests.expectSharedScore(report)
                group.cancelAll()
            }
        }
    }
}
#endif
