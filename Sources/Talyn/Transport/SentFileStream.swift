#if os(Linux)
import Foundation
import FoundationNetworking

/// A file as the stream that a session on Linux reads: of the length that was declared, or else failing.
///
/// Sessions there can be given a file itself, but trap when a request ends while they wait for the next piece of it.
final class SentFileStream: InputStream {
    private let file: OpenFile
    private var length: DeclaredLength
    private let failure: Locked<BodyError?>

    init(_ file: SentFile) throws(BodyError) {
        self.file = try OpenFile(reading: file.url)
        length = DeclaredLength(file.length)
        failure = file.failure
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

extension SentFile {
    func stream() throws(BodyError) -> InputStream { try SentFileStream(self) }
}

extension URLRequest {
    /// Makes a stream the body.
    ///
    /// libcurl takes fields with blank values for ones that it is not to send: it is to keep to the length instead of
    /// sending chunks, and Foundation is not to call the content a form.
    mutating func setStream(_ stream: InputStream, length: Int64) {
        httpBodyStream = stream
        setValue("\(length)", forHTTPHeaderField: "Content-Length")
        setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        setContentTypeIfMissing(" ")
    }
}
#endif
