import _TalynFoundation
import _TalynSupport

/// The reading of a response's body. If the reader releases it before the end, the entry ends there.
final class RecordedReading: Sendable {
    private let received: CopiedBody
    private let length: Int64?
    private let end: Locked<((CopiedBody, (any Error)?, Bool) -> Void)?>

    /// - Parameters:
    ///   - limit: The number of bytes to keep.
    ///   - length: The expected number of bytes, if it is known.
    ///   - onEnd: Gets the bytes, the error, and whether the body is complete. It is called once.
    init(limit: Int, length: Int64?, onEnd: @escaping (CopiedBody, (any Error)?, Bool) -> Void) {
        received = CopiedBody(limit: limit)
        self.length = length
        end = Locked(onEnd)
    }

    deinit {
        end(nil, isWhole: length == received.count)
    }

    func add(_ chunk: Data) { received.add(chunk) }

    func end(_ error: (any Error)?, isWhole: Bool) {
        let end = end.withLock { $0.take() }
        end?(received, error, isWhole)
    }
}
