import Foundation
import TalynCore
import TalynWebSocket
import TestSupport
import Testing

/// The page of limits says what the code does. A test of Talyn compares its other rows.
struct WebSocketLimitsPageTests {
    @Test func pageHasTheLimitsOfReconnection() throws {
        let rows = try RepositoryFiles.tableRows(in: "Sources/Talyn/Talyn.docc/Limits.md")
            .filter { $0.last?.hasSuffix("of `WebSocketReconnection`") == true }
        let rules = WebSocketReconnection()
        func text(_ duration: Duration?) -> String { duration.map { "\(Int($0 / .seconds(1))) s" } ?? "none" }
        let expected = [
            "backoff": text(rules.backoff.maximum),
            "maximumFailures": rules.maximumFailures.map { "\($0)" } ?? "none",
            "maximumRetryAfter": text(rules.maximumRetryAfter),
            "maximumWait": text(rules.maximumWait),
        ]
        let found = Dictionary(uniqueKeysWithValues: rows.map { ($0[2].split(separator: "`")[0], $0[1]) })
        #expect(found == Dictionary(uniqueKeysWithValues: expected.map { ($0[...], $1) }))
    }
}
