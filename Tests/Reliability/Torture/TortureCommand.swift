#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TalynCache
import TestSupport

/// Runs the scenario again and again, each time with another system call that fails, until a run has none.
struct TortureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture",
        abstract: "Makes each system call of a scenario fail in turn, and kills it at each.",
        discussion: """
            The scenario downloads a file over a connection that breaks, uploads a file and a stream, reads events, \
            refreshes a token, saves a recording, and uses a cache. With each failure, its steps must succeed or fail with an error, and none may hang. The \
            file must be whole or absent. A second run without failures must complete it, and leave nothing else.
            """
    )

    @Option(help: "The library that makes calls fail, from faults.c.")
    var faults: String

    @Option(help: "The group of calls; by default all.")
    var group: String?

    @Option(help: "The distance between the numbers of the calls that fail.")
    var stride = 1

    @Flag(help: "Print each run.")
    var verbose = false

    func run() async throws {
        let groups = Fault.Group.allCases.filter { group == nil || group == $0.rawValue }
        var remaining = groups.flatMap { group in Fault.actions(of: group).map { (group, $0) } }[...]
        let start = ContinuousClock.now
        var total = TortureReport()
        await withTaskGroup(of: TortureReport.self) { tasks in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                if let (group, action) = remaining.popFirst() { tasks.addTask { await torture(group, action) } }
            }
            for await report in tasks {
                total.add(report)
                if let (group, action) = remaining.popFirst() { tasks.addTask { await torture(group, action) } }
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("\(total.runs) runs with a failure, \(total.failedSteps) failed steps,", terminator: " ")
        print(String(format: "%.0f s, %d wrong", seconds, total.wrong.count))
        for text in total.wrong { print("  WRONG \(text)") }
        if !total.wrong.isEmpty || total.runs == 0 { throw ExitCode.failure }
    }

    /// Makes one call after the other fail in the same way, until the scenario has no more of them.
    private func torture(_ group: Fault.Group, _ action: Fault.Action) async -> TortureReport {
        var report = TortureReport()
        var number = 1
        while true {
            let fault = Fault(group: group, number: number, action: action)
            do {
                guard let run = try await TortureRun.run(fault, faults) else { return report }
                report.add(run, fault)
                if verbose { print("\(fault)\n\(run.output)") }
            } catch {
                report.wrong.append("\(fault): \(error)")
                return report
            }
            number += stride
        }
    }
}

/// The results of runs.
struct TortureReport {
    private(set) var runs = 0
    private(set) var failedSteps = 0
    var wrong: [String] = []

    mutating func add(_ run: TortureRun, _ fault: Fault) {
        runs += 1
        failedSteps += run.output.split(separator: "\n").count { $0.contains(": failure") }
        wrong += run.faults.map { "\(fault): \($0)" }
    }

    mutating func add(_ other: TortureReport) {
        runs += other.runs
        failedSteps += other.failedSteps
        wrong += other.wrong
    }
}

/// A run of the scenario with a failure, and one without.
struct TortureRun {
    /// The lines of the run with the failure.
    let output: String
    /// The broken promises.
    let faults: [String]

    /// Runs the scenario in processes of their own.
    ///
    /// - Parameter library: The library that makes the call fail.
    /// - Returns: Nil if the scenario has fewer calls.
    static func run(_ fault: Fault, _ library: String) async throws -> TortureRun? {
        let manager = FileManager.default
        let directory = manager.temporaryDirectory.appendingPathComponent("torture-\(UUID().uuidString)")
        let folder = directory.appendingPathComponent("work")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: directory) }
        let mark = directory.appendingPathComponent("mark")
        let source = folder.appendingPathComponent("source")
        try TortureServer.content.write(to: source)
        let environment = ["TMPDIR": folder.path]
        let failing = [
            "LD_PRELOAD": library, "TALYN_FAULT": fault.variable, "TALYN_FAULT_FOLDER": folder.path,
            "TALYN_FAULT_MARK": mark.path,
        ]
        return try await TortureServer.withServer { server in
            let program = URL(fileURLWithPath: CommandLine.arguments[0])
            let arguments = [
                "torture-scenario", "--url", "\(server.baseURL)", "--folder", folder.path, "--source", source.path,
            ]
            let failed = try await ChildProcess.run(
                program,
                arguments,
                environment: environment.merging(failing) { $1 }
            )
            guard manager.fileExists(atPath: mark.path) else { return nil }
            var faults = Self.faults(of: failed, isKilled: fault.action == .kill)
            let target = folder.appendingPathComponent("target")
            if let data = try? Data(contentsOf: target), data != TortureServer.content {
                faults.append("a half file looks whole: \(data.count) bytes")
            }
            let repaired = try await ChildProcess.run(program, arguments, environment: environment)
            let lines = repaired.text.split(separator: "\n")
            if !repaired.isSuccess || lines.count != TortureScenario.steps
                || lines.contains(where: { !$0.hasSuffix(": success") })
            {
                faults.append("the run afterwards: \(repaired.text)\(repaired.errorText)")
            }
            if (try? Data(contentsOf: target)) != TortureServer.content { faults.append("the file is lost") }
            let names = try manager.contentsOfDirectory(atPath: folder.path).filter { name in
                // A killed process can't remove the temporary file of a recording. Its name is new each time.
                let isKept = fault.action == .kill && name.hasPrefix(".talyn-") && name.hasSuffix(".har")
                return !isKept && !["target", "source", "cache"].contains(name)
            }
            let damaged = try await DiskCacheStore(folder: folder.appendingPathComponent("cache")).removeDamagedFiles()
            // A killed process can't remove the files that it writes. The next clean-up does it.
            if damaged > 0, fault.action != .kill { faults.append("\(damaged) files of the cache are damaged") }
            if !names.isEmpty { faults.append("there are files left: \(names)") }
            return TortureRun(output: failed.text, faults: faults)
        }
    }

    private static func faults(of outcome: ChildProcess.Outcome, isKilled: Bool) -> [String] {
        var faults = outcome.text.split(separator: "\n").filter { $0.contains("WRONG") }.map(String.init)
        if outcome.text.contains("outside of Talyn") { faults.append("an error has another type: \(outcome.text)") }
        if !isKilled, !outcome.isSuccess {
            faults.append("the process ended with \(outcome.status ?? -1): \(outcome.errorText.suffix(2000))")
        }
        if !isKilled, outcome.text.split(separator: "\n").count != TortureScenario.steps {
            faults.append("steps are missing: \(outcome.text)")
        }
        return faults
    }
}
#endif
