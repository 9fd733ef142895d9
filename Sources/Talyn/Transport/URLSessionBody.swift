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
