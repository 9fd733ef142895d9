#if Tools
import Foundation

/// What one process measured.
struct Sample: Codable {
    /// Calls or operations done.
    var operations: Int
    var seconds: Double
    /// Processor time of this process, user and system.
    var cpuSeconds: Double
    /// Megabytes resident at the end, and how many more they are than after a tenth of the time or, of transfers, how
    /// many more they were at most than at the start.
    var residentMB: Double
    var growthMB: Double

    var perSecond: Double { Double(operations) / seconds }
    var microseconds: Double { seconds / Double(operations) * 1e6 }
    var cpuMicroseconds: Double { cpuSeconds / Double(operations) * 1e6 }
}

/// Counts operations while a measurement runs.
struct Stopwatch {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let cpuAtStart = Stopwatch.cpuSeconds
    private let residentAtStart = Stopwatch.residentMB
    private let seconds: Double
    private var residentEarly: Double?
    private(set) var operations = 0

    init(seconds: Double) {
        self.seconds = seconds
        start = clock.now
    }

    /// Notes operations done; returns whether there is time for more.
    mutating func lap(_ operations: Int = 1) -> Bool {
        self.operations += operations
        let elapsed = clock.now - start
        if residentEarly == nil, elapsed > .seconds(seconds / 10) { residentEarly = Stopwatch.residentMB }
        return elapsed < .seconds(seconds)
    }

    /// - Parameter growsFromStart: Whether growth is that of the greatest residence over the one at the start, as for
    ///   operations that are few and long.
    func sample(growsFromStart: Bool = false) -> Sample {
        let elapsed = clock.now - start
        let resident = Stopwatch.residentMB
        return Sample(
            operations: operations,
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18,
            cpuSeconds: Stopwatch.cpuSeconds - cpuAtStart,
            residentMB: resident,
            growthMB: growsFromStart
                ? Stopwatch.peakResidentMB - residentAtStart : resident - (residentEarly ?? resident)
        )
    }

    private static var cpuSeconds: Double {
        let usage = usage
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    /// Read from `ps`' source on Linux; elsewhere the peak has to serve.
    private static var residentMB: Double {
        if let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        {
            return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
        }
        return peakResidentMB
    }

    private static var peakResidentMB: Double {
        #if os(Linux)
        Double(usage.ru_maxrss) / 1024
        #else
        Double(usage.ru_maxrss) / 1_048_576
        #endif
    }

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
#endif
