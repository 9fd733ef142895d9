import Foundation

/// Whoever reads a response holds it: when they let it go before its end, that is how the entry ends.
final class RecordedReading: Sendable {
    private let received: CopiedBody
    private let length: Int64?
    private let end: Locked<((CopiedBody, (any Error)?, Bool) -> Void)?>

    /// - Parameters:
    ///   - limit: How much is kept.
    ///   - length: How many bytes there are to be, if that is known.
    ///   - onEnd: Is told once what was read, what failed, and whether it is all.
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
