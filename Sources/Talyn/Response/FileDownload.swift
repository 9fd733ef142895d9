import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Turns the body of a response into a file.
enum FileDownload {
    /// Writes the body to a temporary file while it arrives, and then puts that where the destination says.
    ///
    /// - Throws: ``BodyError`` if the file can't be written, or whatever the body throws. Nothing is left behind then.
    static func receive(
        _ body: HTTPBody,
        of response: HTTPURLResponse,
        to destination: DownloadDestination,
        onProgress: ((Int64) -> Void)?
    ) async throws -> DownloadedFile {
        let temporary = try TemporaryFile()
        defer { withExtendedLifetime(temporary) {} }
        let length = try await body.write(to: OpenFile(creating: temporary.url), onProgress: onProgress)
        try Task.checkCancellation()
        let (url, options) = destination(temporary.url, response)
        if url == temporary.url {
            temporary.keep()
        } else {
            let placement = FilePlacement(source: temporary.url, destination: url, options: options)
            if body.data == nil {
                try await FileWork.run { () throws(BodyError) in try placement.place() }
            } else {
                try placement.place()  // An immediate stub answers at once.
            }
        }
        return DownloadedFile(url: url, length: length)
    }
}
