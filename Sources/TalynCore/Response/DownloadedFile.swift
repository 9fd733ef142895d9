#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
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

/// The body of a response as a file.
///
/// A class, to keep the size of other responses small.
package final class DownloadedFile: Sendable {
    package let url: URL
    /// The number of bytes that arrived.
    let length: Int64

    package init(url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    /// Maps the current content of the file into memory.
    ///
    /// - Throws: ``BodyError`` if the file can't be read.
    func contents() throws(BodyError) -> Data {
        let file = try OpenFile(reading: url)
        do {
            return try Data(contentsOf: file.url, options: .mappedIfSafe)
        } catch {
            throw .cannotRead(url, .EIO)
        }
    }
}
