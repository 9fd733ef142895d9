#if Tools && os(Linux)
import Glibc

/// A failure of one system call of a process.
struct Fault: CustomStringConvertible {
    /// The calls that count.
    enum Group: String, CaseIterable {
        case socket, connect, send, receive
        case open, read, write, truncate, move, remove, status
        /// All of them.
        case any
    }

    /// The failure of the call.
    enum Action: Equatable {
        case error(Int32)
        /// The call transfers half of the bytes.
        case short
        /// The process gets SIGKILL.
        case kill
    }

    let group: Group
    let number: Int
    let action: Action

    /// The value of the variable TALYN_FAULT in the process.
    var variable: String { "\(group.rawValue) \(number) \(actionText)" }

    private var actionText: String {
        switch action {
        case .error(let code): "\(code)"
        case .short: "short"
        case .kill: "kill"
        }
    }

    var description: String {
        switch action {
        case .error(let code): "\(group) \(number): \(String(cString: strerror(code)))"
        case .short: "\(group) \(number): half of the bytes"
        case .kill: "kill at step \(number)"
        }
    }

    /// The failures of a group that a system reports.
    static func actions(of group: Group) -> [Action] {
        switch group {
        case .socket: [.error(EMFILE)]
        case .connect: [.error(ECONNREFUSED), .error(ENETUNREACH)]
        case .send: [.error(EPIPE), .error(EINTR), .short]
        case .receive: [.error(ECONNRESET), .error(EINTR), .short]
        case .open: [.error(EMFILE), .error(EACCES), .error(EROFS), .error(ENOSPC)]
        case .read: [.error(EIO), .error(EINTR), .short]
        case .write: [.error(ENOSPC), .error(EINTR), .short]
        case .truncate, .move, .remove, .status: [.error(EIO)]
        case .any: [.kill]
        }
    }
}
#endif
