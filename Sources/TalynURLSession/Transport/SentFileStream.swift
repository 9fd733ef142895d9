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
    private let length: Int64
    private var received: Int64 = 0
    private let failure: Locked<BodyError?>

    init(_ file: URL, _ body: URLSessionBody) throws(FileError) {
        self.file = try OpenFile(reading: file)
        length = body.length
        failure = body.failure
        super.init(data: Data())
    }

    override func open() {}

    override func close() {}

    override var streamStatus: Status { received == 0 ? .notOpen : .open }

    override var hasBytesAvailable: Bool { received < length }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        do {
            let chunk = try file.read(Int(min(length - received, Int64(maxLength))))
            received += Int64(chunk.count)
            if chunk.isEmpty, received < length {
                throw BodyError.shorterThanDeclared(expected: length, actual: received)
            }
            // The last bytes wait for the proof that no more follow, so that a file of the wrong length never looks complete.
            if received == length, try !file.read(1).isEmpty { throw BodyError.longerThanDeclared(expected: length) }
            chunk.copyBytes(to: buffer, count: chunk.count)
            return chunk.count
        } catch {
            failure.withLock { $0 = BodyError(error) }
            return -1
        }
    }
}

extension URLSessionBody {
    /// - Throws: ``BodyError`` if the file can't be read.
    func stream(of file: URL) throws -> InputStream {
        do {
            return try SentFileStream(file, self)
        } catch {
            throw BodyError(error) ?? error
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
