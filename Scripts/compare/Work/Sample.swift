#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The results of calls.
struct Counts: Sendable {
    var calls = 0
    var failures = 0
    var firstFailure: String?

    mutating func add(_ error: any Error) {
        failures += 1
        if firstFailure == nil { firstFailure = "\(error)" }
    }

    static func += (left: inout Counts, right: Counts) {
        left.calls += right.calls
        left.failures += right.failures
        left.firstFailure = left.firstFailure ?? right.firstFailure
    }
}

/// The failures of calls that nobody awaits.
actor Tally {
    private(set) var counts = Counts()

    func add(_ error: any Error) { counts.add(error) }
}

/// The measured figures of one process. The time starts when the sample is made.
struct Sample {
    private let start = ContinuousClock.now
    private let cpuAtStart = Resources.processorTime
    private var counts = Counts()
    private var seconds = 0.0
    private var cpu = 0.0
    /// Bytes of memory that the calls took.
    var grown = 0

    mutating func stop(_ counts: Counts) {
        let elapsed = ContinuousClock.now - start
        self.counts = counts
        seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        cpu = Resources.processorTime - cpuAtStart
    }

    var text: String {
        let failure = counts.firstFailure.map { String($0.map { $0.isNewline ? " " : $0 }.prefix(300)) }
        return """
            calls=\(counts.calls)
            failures=\(counts.failures)
            seconds=\(seconds)
            cpu=\(cpu)
            grown=\(grown)
            peak=\(Resources.peak)
            failure=\(failure ?? "")
            """
    }
}

/// The use of the machine by this process.
enum Resources {
    /// Seconds of the user and the system.
    static var processorTime: Double {
        let usage = usage
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    #if os(Linux)
    /// Bytes in memory now.
    static var resident: Int { status("VmRSS:") }

    /// The most bytes that were in memory at once.
    static var peak: Int { status("VmHWM:") }

    /// A figure of `/proc/self/status`, which the kernel writes in kilobytes.
    private static func status(_ name: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix(name) { return (Int(text.filter(\.isWholeNumber)) ?? 0) * 1024 }
        }
        return 0
    }
    #else
    static var resident: Int { peak }
    static var peak: Int { usage.ru_maxrss }
    #endif

    private static var usage: rusage {
        var usage = rusage()
        #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage
    }
}
