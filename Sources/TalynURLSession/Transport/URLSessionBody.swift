package import Foundation
package import TalynCore
import _TalynSupport

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
            do {
                let file = try TemporaryFile()
                let length = try await OpenFile(creating: file.url).write(body, inMemory: nil)
                self = .file(SentFile(url: file.url, length: length, temporary: file))
            } catch let error as FileError {
                throw BodyError(error) ?? error
            }
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
    func task(with request: URLRequest, body: URLSessionBody?) throws -> URLSessionTask {
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
