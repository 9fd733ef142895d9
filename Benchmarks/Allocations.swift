#if Tools
import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The number of allocations of a call. Unlike times, it hardly depends on the machine and its load.
struct Allocations {
    private struct Grown: Error, CustomStringConvertible {
        var description: String {
            "A call allocates more than it may. If it has a good reason, change Allocations.swift."
        }
    }

    private struct NotCounted: Error {}

    /// The most allocations of a call above those of another one.
    private static let limits: [(Measurement, above: Measurement, limit: Double)] = [
        (.sequentialAsyncHTTPClient, above: .sequentialRawAsyncHTTPClient, limit: 20),
        (.concurrentPosts, above: .concurrentRawPosts, limit: 28),
        (.concurrentWithIdlePlugins, above: .sequentialAsyncHTTPClient, limit: 22),
        (.concurrentWithCacheMisses, above: .sequentialAsyncHTTPClient, limit: 60),
        (.concurrentObserved, above: .sequentialAsyncHTTPClient, limit: 13),
    ]

    /// Prints the allocations of some calls, which a library counts.
    ///
    /// - Throws: An error if one of them allocates more than its limit.
    static func check(url: String, library: String) async throws {
        var hasGrown = false
        for (measurement, other, limit) in limits {
            let count = try await perCall(measurement, url, library)
            let difference = try await count - perCall(other, url, library)
            let isTooMuch = difference > limit
            hasGrown = hasGrown || isTooMuch
            let text = String(format: "%6.1f, %+6.1f above", count, difference)
            print("\(text) \(other.rawValue)  \(measurement.rawValue)\(isTooMuch ? "  MORE THAN \(limit)" : "")")
        }
        if hasGrown { throw Grown() }
    }

    /// The difference of two runs leaves out what a process does once.
    private static func perCall(_ measurement: Measurement, _ url: String, _ library: String) async throws -> Double {
        let few = try await count(measurement, calls: 500, url, library)
        return try await Double(count(measurement, calls: 2_500, url, library) - few) / 2_000
    }

    private static func count(_ measurement: Measurement, calls: Int, _ url: String, _ library: String) async throws
        -> Int
    {
        let result = try await run(
            .path(FilePath(CommandLine.arguments[0])),
            arguments: ["--measure", measurement.rawValue, "--calls", "\(calls)", "--url", url],
            environment: .inherit.updating(["LD_PRELOAD": library]),
            output: .discarded,
            error: .string(limit: 1 << 16)
        )
        guard let match = result.standardError.firstMatch(of: /allocations: ([0-9]+)/), let count = Int(match.1) else {
            throw NotCounted()
        }
        return count
    }
}
#endif
