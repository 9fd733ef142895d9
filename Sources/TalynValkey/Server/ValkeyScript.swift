#if Valkey
import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif
#endif

/// A Lua script that a server runs in one step.
///
/// Each script begins with `#!lua`. So a server that is out of memory refuses the whole script: without that line, it refuses single
/// commands in the middle of it.
struct ValkeyScript: Sendable, Hashable {
    /// The commands that a script may run.
    enum Access: String, Sendable {
        /// It only reads, so a server without memory runs it, too.
        case read = "#!lua flags=no-writes"
        /// It writes.
        case write = "#!lua"
        /// It only removes, so a server without memory runs it, too.
        case remove = "#!lua flags=allow-oom"
    }

    let access: Access
    let text: String

    #if Valkey
    /// The hash by which a server knows the script. It secures nothing.
    let hash: String
    #endif

    /// - Parameter body: The script without its first line.
    init(_ access: Access, _ body: String) {
        self.access = access
        text = "\(access.rawValue)\n\(body)"
        #if Valkey
        hash = Insecure.SHA1.hash(data: Data(text.utf8)).hexadecimal
        #endif
    }
}
