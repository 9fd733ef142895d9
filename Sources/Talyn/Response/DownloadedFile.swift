import Foundation

/// The body of a response as a file.
///
/// An object, so that responses without one are no larger for it.
final class DownloadedFile: Sendable {
    let url: URL
    /// How many bytes arrived.
    let length: Int64

    init(url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    /// What the file holds now, mapped into memory rather than read.
    ///
    /// - Throws: ``BodyError`` if the file is gone or can't be read.
    func contents() throws(BodyError) -> Data {
        let file = try OpenFile(reading: url)
        do {
            return try Data(contentsOf: file.url, options: .mappedIfSafe)
        } catch {
            throw .cannotRead(url, .EIO)
        }
    }
}
