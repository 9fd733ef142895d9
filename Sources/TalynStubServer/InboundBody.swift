#if Tools
import _TalynFoundation
import _TalynSupport

import HummingbirdCore
import NIOCore

/// The body of a request, read at the speed of the transport. Reading ends with the exchange, since the bytes after it belong to
/// another request.
@available(Hummingbird, *)
final class InboundBody: AsyncSequence, Sendable {
    typealias Element = Data

    private enum State {
        case idle
        case reading
        /// The exchange ends after the current read.
        case ending(Promise<Void>)
        case ended
    }

    private let chunks: HummingbirdCore.RequestBody
    private let state = Locked(State.idle)

    init(_ chunks: HummingbirdCore.RequestBody) {
        self.chunks = chunks
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), body: self)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: HummingbirdCore.RequestBody.AsyncIterator
        fileprivate let body: InboundBody

        mutating func next() async throws -> Data? {
            guard body.begin() else { throw CancellationError() }
            defer { body.finish() }
            return try await chunks.next().map { Data($0.readableBytesView) }
        }
    }

    /// Ends all reading. Returns when the current read is over.
    func end() async {
        let end = Promise<Void>()
        let isReading = state.withLock { state in
            guard case .reading = state else {
                state = .ended
                return false
            }
            state = .ending(end)
            return true
        }
        if isReading { await end.finalValue() }
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard case .idle = state else { return false }
            state = .reading
            return true
        }
    }

    private func finish() {
        let end: Promise<Void>? = state.withLock { state in
            guard case .ending(let end) = state else {
                state = .idle
                return nil
            }
            state = .ended
            return end
        }
        end?.resolve(())
    }
}
#endif
