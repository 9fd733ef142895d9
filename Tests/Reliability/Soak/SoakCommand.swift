#if Tools && os(Linux)
import ArgumentParser
import Foundation
import Talyn

/// Makes many calls under random faults, delays and cancellations. Each must complete once, and leave nothing behind.
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Makes many calls under random faults, delays and cancellations, over both transports.",
        discussion: """
            All plugins are around the calls. Each call must complete once, no half response may look whole, and nothing \
            may stay behind: no memory, no file descriptor, no timer, no call in a plugin.
            """
    )

    @Option(help: "The number of calls.")
    var calls = 20_000

    @Option(help: "The number of calls at the same time.")
    var width = 64

    @Option(help: "The seed; by default another one each time.")
    var seed: UInt64?

    func run() async throws {
        let seed = seed ?? .random(in: 0..<1_000_000)
        print("seed \(seed)")
        try await ServerProcess.run("soak-server") { try await soak($0, seed) }
    }

    private func soak(_ server: URL, _ seed: UInt64) async throws {
        var isSound = true
        // The first calls set up what stays: threads, caches and buffers.
        for isURLSession in [false, true] {
            let run = SoakRun(baseURL: server, isURLSession: isURLSession, seed: seed, width: width)
            let share = isURLSession ? calls / 10 : calls - calls / 10
            _ = try await run.run(max(share / 10, 500))
            let start = ResourceUsage.current()
            let report = try await run.run(share)
            let end = try await run.finalUsage(like: start)
            print(report.text(isURLSession ? "URLSession" : "AsyncHTTPClient"))
            print("  before: \(start)\n  after:  \(end)")
            let faults = report.faults(share) + run.faults(from: start, to: end, calls: share)
            for fault in faults { print("  FAULT: \(fault)") }
            isSound = isSound && faults.isEmpty
        }
        if !isSound { throw ExitCode.failure }
        print("Every call completed once, and nothing is left.")
    }
}
#endif
