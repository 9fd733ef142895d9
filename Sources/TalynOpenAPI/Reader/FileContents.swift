#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

enum FileContents {
    /// The size of a file in bytes. The largest documents that are known have some 20 MB.
    static let maximumSize = 100_000_000

    /// Reads a file.
    ///
    /// A file that a document refers to must be a regular one: a device has no end, and nobody may write to a pipe. A document that a
    /// user names can come from a pipe.
    static func read(_ path: String, name: String, isReference: Bool) throws(GenerationError) -> Data {
        var status = stat()
        let unreadable = GenerationError(name, "The file can't be read. Check its path.")
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { throw unreadable }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw GenerationError(name, "It is a folder, and no file.")
        case S_IFIFO where !isReference: break
        default: throw GenerationError(name, "It is no regular file, and isn't read.")
        }
        guard status.st_size <= maximumSize else {
            throw GenerationError(name, "The file has more than \(maximumSize / 1_000_000) MB, and isn't read.")
        }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw unreadable
        }
    }
}
