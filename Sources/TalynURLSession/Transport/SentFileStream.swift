#if os(Linux)
import Foundation
import FoundationNetworking
import TalynCore
import _TalynSupport

/// A stream of a file, for sessions on Linux. It fails if the file doesn't have its declared length.
///
/// Sessions on Linux accept files, but trap when a request ends while they wait for the next piece of one.
final class SentFileStream: InputStream {
    private let file: OpenFile
    private var length: DeclaredLength
    private let failure: Locked<BodyError?>

    init(_ file: URL, _ body: URLSessionBody) throws(BodyError) {
        self.file = try OpenFile(reading: file)
        length = DeclaredLength(body.length)
        failure = body.failure
        super.init(data: Data())
    }

    override func open() {}

    override func close() {}

    override var streamStatus: Status { length.received == 0 ? .notOpen : .open }

    override var hasBytesAvailable: Bool { length.missing > 0 }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        do throws(BodyError) {
            let chunk = try length.read(maxLength, from: file.read)
            chunk.copyBytes(to: buffer, count: chunk.count)
            return chunk.count
        } catch {
            failure.withLock { $0 = error }
            return -1
        }
    }
}

extension URLRequest {
    /// Sets a stream as the body.
    ///
    /// libcurl omits fields with blank values. So it sends the body with its length instead of in chunks, and
    /// Foundation adds no content type of a form.
    mutating func setStream(_ stream: InputStream, length: Int64) {
        httpBodyStream = stream
        setValue("\(length)", forHTTPHeaderField: "Content-Length")
        setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        if value(forHTTPHeaderField: "Content-Type") == nil { setValue(" ", forHTTPHeaderField: "Content-Type") }
    }
}
#endif
