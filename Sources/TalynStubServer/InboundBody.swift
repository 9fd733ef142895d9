#if Tools
import Foundation
import HummingbirdCore
import NIOCore

/// The body of a request as it comes in: read no faster than the transport asks for it, and no longer than the exchange
/// lasts, since the bytes behind it are of another request.
@available(Hummingbird, *)
final class InboundBody: AsyncSequence, Sendable {
    typealias Element = Data

    private enum State {
        case idle
        case reading
        /// The exchange is over once what is being read is there.
        case ending(CheckedContinuation<Void, Never>)
        case ended
    }

    private let chunks: RequestBody
    private let state = Locked(State.idle)

    init(_ chunks: RequestBody) {
        self.chunks = chunks
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), body: self)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: RequestBody.AsyncIterator
        fileprivate let body: InboundBody

        mutating func next() async throws -> Data? {
            guard body.begin() else { throw CancellationError() }
            defer { body.finish() }
            return try await chunks.next().map { Data($0.readableBytesView) }
        }
    }

    /// Lets nobody read any more, and returns when nobody does.
    func end() async {
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                guard case .reading = state else {
                    state = .ended
                    return true
                }
                state = .ending(continuation)
                return false
            }
            if isEnded { continuation.resume() }
        }
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard case .idle = state else { return false }
            state = .reading
            return true
        }
    }

    private func finish() {
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard case .ending(let waiter) = state else {
                state = .idle
                return nil
            }
            state = .ended
            return waiter
        }
        waiter?.resume()
    }
}
#endif
