#if Tools
import AsyncHTTPClient
import Foundation
import Talyn

/// The memory of calls that wait for a server which never answers.
enum InFlight {
    private static let count = 10_000

    static func talyn(_ url: String) async throws -> Sample {
        try await measure(TalynClient(url: url + "silent", .asyncHTTPClient))
    }

    static func raw(_ url: String) async throws -> Sample {
        try await measure(RawAsyncHTTPClient(url: url + "silent"))
    }

    private static func measure(_ client: some Client) async throws -> Sample {
        // What the first calls set up for all others doesn't count.
        let first = (0..<100).map { _ in Task { try? await client.call() } }
        try await Task.sleep(for: .seconds(1))
        var stopwatch = Stopwatch(seconds: 0)
        let calls = (0..<count).map { _ in Task { try? await client.call() } }
        try await Task.sleep(for: .seconds(4))
        _ = stopwatch.lap(count)
        let sample = stopwatch.sample(growsFromStart: true)
        for call in first + calls { call.cancel() }
        return sample
    }
}
#endif
