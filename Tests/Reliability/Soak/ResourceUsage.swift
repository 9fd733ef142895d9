#if Tools && os(Linux)
import Foundation

/// The resources of the process.
struct ResourceUsage: CustomStringConvertible {
    let residentMB: Double
    let fileDescriptors: Int
    let threads: Int

    static func current() -> ResourceUsage {
        let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = statm.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return ResourceUsage(
            residentMB: pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576,
            fileDescriptors: count("/proc/self/fd"),
            threads: count("/proc/self/task")
        )
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    var description: String {
        String(format: "%.1f MB, %d file descriptors, %d threads", residentMB, fileDescriptors, threads)
    }
}
#endif
