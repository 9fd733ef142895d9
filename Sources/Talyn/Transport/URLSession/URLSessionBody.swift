import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request's body in a form that a session can send without holding much of it in memory.
enum URLSessionBody: Sendable {
    case data(Data)
    case file(SentFile)

    /// Up to which size a stream is collected in memory.
    private static let inMemoryLimit = 1 << 20

    /// A session takes bytes or a file: a longer stream is written to a temporary one.
    init?(_ body: HTTPBody?) async throws {
        guard let body else { return nil }
        if let data = body.data {
            self = .data(data)
        } else if let file = body.file, let length = body.length, length > 0 {
            self = .file(SentFile(url: file, length: length, temporary: nil))
        } else if let length = body.length, length <= Self.inMemoryLimit {
            var data = Data()
            for try await chunk in body { data.append(chunk) }
            self = .data(data)
        } else {
            let file = try TemporaryFile()
            let length = try await body.write(to: OpenFile(creating: file.url))
            self = .file(SentFile(url: file.url, length: length, temporary: file))
        }
    }
}

extension URLSessionBody {
    /// Why it could not be sent.
    var failure: BodyError? {
        if case .file(let file) = self { file.failure.withLock { $0 } } else { nil }
    }
}

extension URLSession {
    /// The task that sends a request with a body.
    func task(with request: URLRequest, body: URLSessionBody?) throws(BodyError) -> URLSessionTask {
        var request = request
        switch body {
        case nil:
            break
        case .data(let data)?:
            request.httpBody = data
        case .file(let file)?:
            #if os(Linux)
            request.setStream(try file.stream(), length: file.length)
            #else
            return uploadTask(with: request, fromFile: file.url)
            #endif
        }
        return dataTask(with: request)
    }
}

/// A file that is sent, and if it was made for one request the place that it goes with.
struct SentFile: Sendable {
    let url: URL
    let length: Int64
    let temporary: TemporaryFile?
    /// Why it could not be sent.
    let failure = Locked<BodyError?>(nil)
}

#if os(Linux)
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
