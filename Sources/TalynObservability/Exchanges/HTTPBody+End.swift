import TalynCore
import _TalynFoundation
import _TalynSupport

extension HTTPBody {
    /// The end of the reading of a body.
    enum End: Sendable {
        /// The whole body was read.
        case complete
        case failed(any Error)
        /// The reader didn't read it to its end.
        case abandoned
    }

    /// The body, with a function that is called once, at the end of its reading.
    ///
    /// - Parameter end: Gets the end, and the number of bytes that were read. It is called at once for a body in memory.
    func onEnd(_ end: @escaping @Sendable (End, _ byteCount: Int64) -> Void) -> HTTPBody {
        if let data {
            end(.complete, Int64(data.count))
            return self
        }
        // Outside of the closure, so that a body without a reader ends it, too.
        let observer = EndObserver(end)
        return HTTPBody(length: length, isReplayable: false) {
            nonisolated(unsafe) var iterator = self.makeAsyncIterator()  // Only one reader has the iterator.
            return {
                do {
                    let chunk = try await iterator.next()
                    if let chunk { observer.add(chunk.count) } else { observer.end(.complete) }
                    return chunk
                } catch {
                    observer.end(.failed(error))
                    throw error
                }
            }
        }
    }
}

/// Counts the bytes of a body until its end.
private final class EndObserver: Sendable {
    private struct State {
        var byteCount: Int64 = 0
        var isEnded = false
    }

    private let state = Locked(State())
    private let callback: @Sendable (HTTPBody.End, Int64) -> Void

    init(_ callback: @escaping @Sendable (HTTPBody.End, Int64) -> Void) {
        self.callback = callback
    }

    deinit {
        end(.abandoned)
    }

    func add(_ count: Int) {
        state.withLock { $0.byteCount += Int64(count) }
    }

    func end(_ end: HTTPBody.End) {
        let byteCount: Int64? = state.withLock { state in
            defer { state.isEnded = true }
            return state.isEnded ? nil : state.byteCount
        }
        if let byteCount { callback(end, byteCount) }
    }
}
