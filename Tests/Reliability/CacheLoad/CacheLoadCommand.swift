#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TalynCache
import TestSupport

/// Runs processes that share the folder of a cache, and kills them again and again.
struct CacheLoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache-load",
        abstract: "Runs processes that share the folder of a cache, and kills them at random moments.",
        discussion: """
            The processes make requests for representations that change all the time, with several variants and users, \
            and remove responses. Each response must be whole, and be the one for its request. At the end, no file of \
            the folder may be damaged.
            """
    )

    @Option(help: "The number of processes at the same time.")
    var processes = 2

    @Option(help: "The number of processes that are killed.")
    var kills = 100

    @Option(help: "The number of calls of each of the last processes.")
    var calls = 20_000

    @Option(help: "The seed; by default another one each time.")
    var seed: UInt64?

    static func store(_ folder: URL) throws -> DiskCacheStore {
        var options = DiskCacheStore.Options()
        // Small enough to be reached.
        options.maximumSize = 10_000_000
        return try DiskCacheStore(folder: folder, options: options)
    }

    func run() async throws {
        let seed = seed ?? .random(in: 0..<1_000_000)
        print("seed \(seed)")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-load-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (processes, kills, calls) = (processes, kills, calls)
        var faults = try await withThrowingTaskGroup(of: [String].self) { group in
            for process in 0..<processes {
                group.addTask {
                    var random = SeededGenerator(seed: seed &+ UInt64(process) << 32)
                    var faults: [String] = []
                    for _ in 0..<kills / processes {
                        let time = Duration.milliseconds(.random(in: 50..<400, using: &random))
                        faults += try await work(in: folder, .max, seed: random.next(), killedAfter: time)
                    }
                    return try await faults + work(in: folder, calls, seed: random.next())
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let store = try Self.store(folder)
        let damaged = await store.removeDamagedFiles()
        if damaged > 0 { faults.append("\(damaged) files are damaged") }
        let entries = try await store.allEntries().count
        print("\(kills) processes killed, \(entries) responses in the folder, \(faults.count) wrong")
        for fault in faults { print("  \(fault)") }
        if !faults.isEmpty || entries == 0 { throw ExitCode.failure }
    }

    /// Runs a process to its end, or kills it.
    ///
    /// - Returns: The wrong responses.
    private func work(
        in folder: URL,
        _ calls: Int,
        seed: UInt64,
        killedAfter time: Duration? = nil
    ) async throws -> [String] {
        let program = URL(fileURLWithPath: CommandLine.arguments[0])
        let arguments = ["cache-load-worker", "--folder", folder.path, "--calls", "\(calls)", "--seed", "\(seed)"]
        let outcome = try await ChildProcess.withProcess(program, arguments) { process in
            if let time {
                try await Task.sleep(for: time)
                process.send(SIGKILL)
            }
            return await process.end()
        }
        var faults = outcome.text.split(separator: "\n").filter { $0.contains("WRONG") }.map(String.init)
        if time == nil {
            print(outcome.text, terminator: "")
            if !outcome.isSuccess { faults.append("WRONG end of a process: \(outcome.errorText.suffix(2000))") }
        }
        return faults
    }
}
#endif
