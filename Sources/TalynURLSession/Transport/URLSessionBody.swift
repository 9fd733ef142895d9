package import Foundation
package import TalynCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of a request in a form for URLSession that uses little memory.
package enum URLSessionBody: Sendable {
    case data(Data)
    case file(SentFile)

    /// The maximum size of a stream that is collected in memory.
    private static let inMemoryLimit = 1 << 20

    /// Sessions take data or files. So a longer stream is written to a temporary file.
    package init?(_ body: HTTPBody?) async throws {
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
            let output = try OpenFile(creating: file.url)
            var length: Int64 = 0
            for try await chunk in body {
                try Task.checkCancellation()
                try await FileWork.run { () throws(BodyError) in try output.write(chunk) }
                length += Int64(chunk.count)
            }
            self = .file(SentFile(url: file.url, length: length, temporary: file))
        }
    }
}

extension URLSessionBody {
    /// Whether there is nothing to send.
    var isEmpty: Bool {
        switch self {
        case .data(let data): data.isEmpty
        case .file(let file): file.length == 0
        }
    }

    /// The error that stopped the body.
    var failure: BodyError? {
        if case .file(let file) = self { file.failure.withLock { $0 } } else { nil }
    }
}

extension URLSession {
    /// Creates a task that sends a request with a body.
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

/// A file to send, with its temporary place if it was made for the request.
package struct SentFile: Sendable {
    package let url: URL
    let length: Int64
    let temporary: TemporaryFile?
    /// The error that stopped the file.
    let failure = Locked<BodyError?>(nil)
}

#if os(Linux)
/// A stream of a file, for sessions on Linux. It fails if the file doesn't have its declared length.
///
/// Sessions on Linux accept files, but trap when a request ends while they wait for the next piece of one.
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
