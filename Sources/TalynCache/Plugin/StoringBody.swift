import TalynCore
import _TalynFoundation
import _TalynSupport

extension HTTPBody {
    /// The body, which a writer stores while it is read.
    ///
    /// An error of the writer doesn't reach the reader. A body that isn't read to its end isn't stored.
    ///
    /// - Parameters:
    ///   - onRead: Hears when the reader begins to wait for more of the body, and when it has it.
    ///   - end: Called once, when the body was stored, or will not be stored. Gets the error of the writer.
    func stored(
        by writer: any CacheWriter,
        onRead: @escaping @Sendable (_ isReading: Bool) -> Void,
        end: @escaping @Sendable ((any Error)?) -> Void
    ) -> HTTPBody {
        // Outside of the closure, so that a body without a reader ends it, too.
        let copy = Copy(writer: writer, end: end)
        return HTTPBody(length: length, isReplayable: false) {
            nonisolated(unsafe) var iterator = self.makeAsyncIterator()  // Only one reader has the iterator.
            return {
                onRead(true)
                defer { onRead(false) }
                do {
                    guard let chunk = try await iterator.next() else {
                        await copy.commit()
                        return nil
                    }
                    await copy.write(chunk)
                    return chunk
                } catch {
                    copy.abandon()
                    throw error
                }
            }
        }
    }
}

/// The copy of a body in a store.
private final class Copy: Sendable {
    /// Nil after the end.
    private let writer: Locked<(any CacheWriter)?>
    private let end: @Sendable ((any Error)?) -> Void

    init(writer: any CacheWriter, end: @escaping @Sendable ((any Error)?) -> Void) {
        self.writer = Locked(writer)
        self.end = end
    }

    deinit {
        abandon()
    }

    func write(_ chunk: Data) async {
        guard let writer = writer.withLock({ $0 }) else { return }
        do {
            try await writer.write(chunk)
        } catch {
            abandon(error)
        }
    }

    func commit() async {
        guard let writer = writer.withLock({ $0.take() }) else { return }
        do {
            try await writer.commit()
            end(nil)
        } catch {
            end(error)
        }
    }

    func abandon(_ error: (any Error)? = nil) {
        if writer.withLock({ $0.take() }) != nil { end(error) }
    }
}
