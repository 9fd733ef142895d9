#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import TalynCore
import _TalynSupport

/// The body of a response, for one reader. Releasing it ends the exchange.
final class AsyncHTTPClientDownload: Sendable {
    private struct State {
        /// Whether the reader waits for a chunk, or the body has failed. Nobody else may use the iterator then.
        var isInUse = false
        /// The number of bytes that the reader has got.
        var count = 0
        /// The end of a response that broke off.
        var rest: (parts: ArraySlice<ByteBuffer>, error: TransportError)?
    }

    private let request: OutgoingRequest
    private let upload: AsyncHTTPClientUpload?
    /// Retained until the exchange is over, since the transport shuts its clients down on deinitialization.
    private let transport: AsyncHTTPClientTransport
    private nonisolated(unsafe) var iterator: HTTPClientResponse.Body.AsyncIterator  // The state decides who uses it.
    private let state = Lock(State())

    init(
        _ body: HTTPClientResponse.Body,
        of request: OutgoingRequest,
        upload: AsyncHTTPClientUpload?,
        transport: AsyncHTTPClientTransport
    ) {
        iterator = body.makeAsyncIterator()
        self.request = request
        self.upload = upload
        self.transport = transport
    }

    deinit {
        upload?.end()
    }

    func next() async throws -> Data? {
        let isFree = state.withLock { state in
            defer { state.isInUse = true }
            return !state.isInUse
        }
        guard isFree else { return try nextOfRest() }
        do {
            let buffer = try await iterator.next()
            state.withLock { state in
                state.isInUse = false
                state.count += buffer?.readableBytes ?? 0
            }
            return buffer.map { Data(chunk: $0) }
        } catch {
            let failure = TransportError(asyncHTTPClient: error, of: request)
            state.withLock { state in
                let parts = (error as? EstablishedConnectionError)?.unread?.parts(after: state.count) ?? []
                state.rest = (parts[...], failure)
            }
            return try nextOfRest()
        }
    }

    /// The bytes that arrived before the response broke off, and then the error.
    private func nextOfRest() throws -> Data? {
        let part = try state.withLock { state in
            guard let rest = state.rest else { throw BodyError.streamAlreadyUsed }
            guard let part = rest.parts.first else { throw rest.error }
            state.rest?.parts.removeFirst()
            return part
        }
        return Data(chunk: part)
    }
}

extension Data {
    /// The readable bytes. Small parts of a buffer are copied, so that the buffer can be released.
    fileprivate init(chunk buffer: ByteBuffer) {
        guard buffer.readableBytes >= 16_384, buffer.readableBytes >= buffer.storageCapacity / 4 else {
            self = buffer.withUnsafeReadableBytes { Data($0) }
            return
        }
        self = buffer.withUnsafeReadableBytesWithStorageManagement { bytes, storage in
            guard let start = bytes.baseAddress else { return Data() }
            _ = storage.retain()
            return Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start),
                count: bytes.count,
                deallocator: .custom { _, _ in storage.release() }
            )
        }
    }
}
#endif
