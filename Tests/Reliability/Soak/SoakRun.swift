#if Tools && os(Linux)
import Foundation
import TalynURLSession
import Talyn
import TestSupport

/// Many calls over one transport.
struct SoakRun {
    private let baseURL: URL
    private let isURLSession: Bool
    private let seed: UInt64
    private let width: Int
    private let plugins = SoakPlugins()

    init(baseURL: URL, isURLSession: Bool, seed: UInt64, width: Int) {
        self.baseURL = baseURL
        self.isURLSession = isURLSession
        self.seed = seed
        self.width = width
    }

    private var transport: any Transport {
        isURLSession ? URLSessionTransport() : AsyncHTTPClientTransport()
    }

    /// Makes calls, a number of them at the same time. Their transport is released at the end.
    func run(_ count: Int) async throws -> Report {
        let provider = Provider<RandomCall.Target>(transport: transport, plugins: plugins.all)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = ContinuousClock.now
        let processed = plugins.hooks.counts.didEnd
        var random = SeededGenerator(seed: seed)
        var report = Report()
        await withTaskGroup(of: String.self) { group in
            var next = 0
            while next < count || !group.isEmpty {
                if next < count {
                    let call = RandomCall(next, baseURL: baseURL, isURLSession: isURLSession, using: &random)
                    group.addTask { await call.run(with: provider, in: folder) }
                    next += 1
                    if next < width { continue }
                }
                if let outcome = await group.next() { report.add(outcome) }
                if report.completed.isMultiple(of: 1_000_000), report.completed > 0 { tell(report, since: start) }
            }
        }
        report.processed = plugins.hooks.counts.didEnd - processed
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    /// Prints the progress of a long run, and its resources at that time.
    private func tell(_ report: Report, since start: ContinuousClock.Instant) {
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        print("  \(report.completed) calls after \(seconds) s: \(ResourceUsage.current())")
        // The output may be a file.
        fflush(nil)
    }

    /// The resources after the last connections and threads have ended.
    func finalUsage(like start: ResourceUsage) async throws -> ResourceUsage {
        for _ in 0..<600 {
            let usage = ResourceUsage.current()
            if usage.fileDescriptors <= start.fileDescriptors, plugins.leftovers.isEmpty { return usage }
            try await Task.sleep(for: .milliseconds(100))
        }
        return ResourceUsage.current()
    }

    /// The resources that a run has kept.
    ///
    /// - Parameter calls: The number of calls between the two.
    func faults(from start: ResourceUsage, to end: ResourceUsage, calls: Int) -> [String] {
        var faults = plugins.leftovers
        if end.fileDescriptors > start.fileDescriptors { faults.append("file descriptors are open") }
        // URLSession on Linux keeps about 140 bytes of each call, also without Talyn.
        let keptMB = isURLSession ? Double(calls) * 200 / 1e6 : 0
        // The allocator keeps some freed memory.
        if end.residentMB > start.residentMB * 1.25 + 10 + keptMB { faults.append("the memory has grown") }
        return faults
    }
}

/// The outcomes of calls.
struct Report {
    private var outcomes: [String: Int] = [:]
    private(set) var completed = 0
    /// The number of results that plugins have processed.
    var processed = 0
    var seconds = 0.0

    mutating func add(_ outcome: String) {
        outcomes[outcome, default: 0] += 1
        completed += 1
    }

    func text(_ name: String) -> String {
        let list = outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let rate = String(format: "%.0f s, %.0f a second", seconds, Double(completed) / seconds)
        return "\(name): \(completed) calls in \(rate)\n  \(list)"
    }

    func faults(_ count: Int) -> [String] {
        var faults = outcomes.keys.filter { $0.hasPrefix("WRONG") }
        if completed != count { faults.append("\(completed) of \(count) calls have completed") }
        // A stream that is cancelled before its start makes no call.
        if processed > count { faults.append("plugins have processed \(processed) results of \(count) calls") }
        return faults
    }
}
#endif
