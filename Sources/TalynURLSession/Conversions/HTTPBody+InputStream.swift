public import Foundation
public import TalynCore
import _TalynSupport

extension HTTPBody {
    /// Creates a body from one of Foundation's streams, which can be read only once.
    ///
    /// The stream may block for any time: threads of their own read such streams. The body fails with a `BodyError` if the number of
    /// bytes differs from `length`, or if the stream was read before.
    ///
    /// - Parameters:
    ///   - stream: The stream, which isn't open.
    ///   - length: The number of bytes, if it is known.
    public init(_ stream: InputStream, length: Int64? = nil) {
        let stream = SingleUseStream(stream: stream)
        self.init(length: length, isReplayable: false) {
            var opened: StreamReader?
            return {
                let reader = opened
                let (source, chunk) = try await StreamWork.run { () throws(BodyError) in
                    let source = if let reader { reader } else { try stream.open() }
                    return (source, try source.read(FileWork.chunkSize))
                }
                opened = source
                return chunk.isEmpty ? nil : chunk
            }
        }
    }
}

/// Reads streams away from the threads of tasks.
enum StreamWork {
    /// The maximum number of threads that read streams. Each blocked stream holds one.
    static let maximumThreads = 128

    private static let threads = WorkThreads(maximumCount: maximumThreads, label: "talyn.stream", blocksForLong: true)

    /// Does work with a stream and returns its result.
    ///
    /// A stream can block for any time. So the wait ends when the task is cancelled, and the thread goes on until the stream
    /// returns.
    ///
    /// - Throws: `CancellationError`, and the error of the work.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(BodyError) -> Value
    ) async throws -> Value {
        let result = Promise<Result<Value, BodyError>>()
        threads.start { result.resolve(Result(catching: work)) }
        guard let result = await result.value() else { throw CancellationError() }
        return try result.get()
    }
}

/// A stream from the caller, which can be read only once.
struct SingleUseStream: @unchecked Sendable {  // Only the code that claimed the stream opens and reads it.
    /// The streams that are being opened, which can take any time. The lock is not held meanwhile: a stream can be the app's code.
    private static let opening = Locked<Set<ObjectIdentifier>>([])

    let stream: InputStream

    /// Starts to read.
    func open() throws(BodyError) -> StreamReader {
        let isFirst = Self.opening.withLock { $0.insert(ObjectIdentifier(stream)).inserted }
        guard isFirst else { throw .streamAlreadyUsed }
        defer { Self.opening.withLock { _ = $0.remove(ObjectIdentifier(stream)) } }
        guard stream.streamStatus == .notOpen else { throw .streamAlreadyUsed }
        stream.open()
        return StreamReader(stream)
    }
}

/// Reads a stream, and closes it on deinitialization.
final class StreamReader: @unchecked Sendable {  // Only one body uses it, and it waits for each result.
    private let stream: InputStream

    fileprivate init(_ stream: InputStream) {
        self.stream = stream
    }

    deinit {
        stream.close()
    }

    /// Reads at most the given number of bytes. Returns no bytes at the end.
    ///
    /// The code doesn't ask for the stream's error, since that traps on Linux.
    func read(_ count: Int) throws(BodyError) -> Data {
        guard count > 0 else { return Data() }
        var chunk = Data(count: count)
        let received = chunk.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
                bytes.baseAddress.map { stream.read($0, maxLength: count) } ?? -1
            }
        }
        guard received >= 0 else { throw .streamFailed }
        return received == count ? chunk : chunk.prefix(received)
    }
}
