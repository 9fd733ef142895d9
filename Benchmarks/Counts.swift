#if Tools
import Foundation

/// The instructions and allocations of a call, as valgrind counts them. Unlike times, they hardly depend on the machine and its load.
struct Counts {
    private struct Grown: Error, CustomStringConvertible {
        var description: String {
            "A call takes more than it may. If that has a good reason, change the limits in Counts.swift."
        }
    }

    private var instructions = 0.0
    private var allocations = 0.0

    /// The most that a call may take.
    private static let limits: [(Measurement, instructions: Double, allocations: Double)] = [
        (.sequentialRawAsyncHTTPClient, .infinity, .infinity),
        (.sequentialAsyncHTTPClient, .infinity, .infinity),
        (.concurrentRawPosts, .infinity, .infinity),
        (.concurrentPosts, .infinity, .infinity),
        (.concurrentWithIdlePlugins, .infinity, .infinity),
        (.concurrentWithCacheMisses, .infinity, .infinity),
        (.concurrentObserved, .infinity, .infinity),
    ]

    /// Prints the counts of some calls.
    ///
    /// - Throws: An error if one of them is above its limit.
    static func check(url: String) async throws {
        var hasGrown = false
        for (measurement, instructions, allocations) in limits {
            // The difference leaves out what a process does once.
            let few = try await Counts(of: measurement, calls: 300, url: url)
            let many = try await Counts(of: measurement, calls: 1_300, url: url)
            let used = ((many.instructions - few.instructions) / 1_000, (many.allocations - few.allocations) / 1_000)
            let isTooMuch = used.0 > instructions || used.1 > allocations
            hasGrown = hasGrown || isTooMuch
            let text = String(format: "%8.0f instructions  %5.1f allocations", used.0, used.1)
            print("\(text)  \(measurement.rawValue)\(isTooMuch ? "  TOO MUCH" : "")")
        }
        if hasGrown { throw Grown() }
    }

    private init(of measurement: Measurement, calls: Int, url: String) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await Child.output(
            of: "/usr/bin/valgrind",
            ["--tool=callgrind", "--quiet", "--log-file=/dev/null", "--callgrind-out-file=\(file.path)"]
                + [CommandLine.arguments[0], "--measure", measurement.rawValue, "--calls", "\(calls)", "--url", url]
        )
        read(try String(contentsOf: file, encoding: .utf8))
    }

    /// Reads the output of callgrind.
    private mutating func read(_ text: String) {
        /// The numbers that stand for names of functions that allocate.
        var allocating: Set<Substring> = []
        var isAllocation = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("summary: ") || line.hasPrefix("totals: ") {
                instructions = Double(line.split(separator: " ").last ?? "") ?? 0
            } else if line.hasPrefix("cfn=") || line.hasPrefix("fn=") {
                let name = line[line.index(after: line.firstIndex(of: "=") ?? line.startIndex)...].split(separator: " ")
                if let function = name.dropFirst().first, Self.allocators.contains(String(function)) {
                    allocating.insert(name[0])
                }
                if line.hasPrefix("cfn=") { isAllocation = allocating.contains(name[0]) }
            } else if isAllocation, line.hasPrefix("calls=") {
                allocations += Double(line.dropFirst(6).split(separator: " ").first ?? "") ?? 0
            }
        }
    }

    private static let allocators: Set<String> = ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"]
}
#endif
