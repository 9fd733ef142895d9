#if Tools && os(Linux)
import Foundation
import TalynCore
import _TalynSupport

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ports for servers that start again at the same one.
enum ServerPort {
    private struct NoFreePort: Error {}

    private static let used = Locked<Set<Int>>([])

    /// A port that nothing uses, and that the system doesn't give to a client: that could take it during a restart.
    static func free() throws -> Int {
        for port in (20_000..<30_000).shuffled().prefix(200) {
            guard used.withLock({ $0.insert(port).inserted }) else { continue }
            if isFree(port) { return port }
        }
        throw NoFreePort()
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        address.sin_port = in_port_t(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
#endif
