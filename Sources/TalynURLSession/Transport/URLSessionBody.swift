public import Foundation
public import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of a request in a form for URLSession that uses little memory: data or a file.
///
/// Keep it until the task is over. A temporary file exists as long as the value.
public struct URLSessionBody: Sendable {
    /// The bytes, for the request of a task; nil for a file.
    public let data: Data?

    /// The file, for an upload task; nil for data.
    public let file: URL?

    let length: Int64
    private let temporary: TemporaryFile?
    /// The error that stopped the file.
    let failure = Locked<BodyError?>(nil)

    /// The maximum size of a stream that is collected in memory.
    private static let inMemoryLimit = 1 << 20

    /// Prepares a body. Sessions take data or files: a stream of 1 MB or more, or of an unknown length, is written to a temporary file.
    ///
    /// - Throws: ``/Talyn/BodyError`` if the file can't be written, any error of the stream, and `CancellationError`.
    public init?(_ body: HTTPBody?) async throws {
        guard let body else { return nil }
        if let data = body.data {
            self.init(data)
        } else if let file = body.file, let length = body.length, length > 0 {
            self.init(file: file, length: length)
        } else if let length = body.length, length <= Self.inMemoryLimit {
            var data = Data()
            for try await chunk in body { data.append(chunk) }
            self.init(data)
        } else {
            do {
                let file = try TemporaryFile()
                let length = try await OpenFile(creating: file.url).write(body, inMemory: nil)
                self.init(file: file.url, length: length, temporary: file)
            } catch let error as FileError {
                throw BodyError(error) ?? error
            }
        }
    }

    private init(_ data: Data) {
        self.data = data
        file = nil
        length = Int64(data.count)
        temporary = nil
    }

    private init(file: URL, length: Int64, temporary: TemporaryFile? = nil) {
        data = nil
        self.file = file
        self.length = length
        self.temporary = temporary
    }
}

#if canImport(Darwin)
extension URLSessionBody {
    /// - Throws: ``BodyError`` for a file that can't be read, or has another length than before.
    fileprivate func checkLength(of file: URL) throws {
        do {
            if let error = lengthError(try OpenFile(reading: file).length) { throw error }
        } catch {
            throw BodyError(error) ?? error
        }
    }

    /// The error for a file with a number of bytes; nil for the right one.
    func lengthError(_ actual: Int64) -> BodyError? {
        guard file != nil, actual != length else { return nil }
        return actual < length
            ? .shorterThanDeclared(expected: length, actual: actual) : .longerThanDeclared(expected: length)
    }
}
#endif

extension URLSessionBody: CustomReflectable {
    /// The length: the bytes can be secret.
    public var customMirror: Mirror { Mirror(of: self, ["length": length]) }
}

extension URLSession {
    /// Creates a task that sends a request with a body.
    func task(with request: URLRequest, body: URLSessionBody?) throws -> URLSessionTask {
        var request = request
        if let body, let file = body.file {
            #if os(Linux)
            request.setStream(try body.stream(of: file), length: body.length)
            #else
            try body.checkLength(of: file)
            return uploadTask(with: request, fromFile: file)
            #endif
        } else if let data = body?.data {
            request.httpBody = data
        }
        return dataTask(with: request)
    }
}
