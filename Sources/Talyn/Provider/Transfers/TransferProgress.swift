/// How far the body of a request or of a response has come.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes that have been moved.
    public let completed: Int64

    /// The number of bytes in all; nil if it isn't known.
    public let total: Int64?

    /// Bytes in a second, over the last five seconds; 0 as long as there is nothing to compare.
    ///
    /// What was there before the call, of a download that is resumed, doesn't count.
    public let throughput: Double

    /// Creates what a call would tell of its progress, for a preview or a test.
    public init(completed: Int64, total: Int64?, throughput: Double = 0) {
        self.completed = completed
        self.total = total
        self.throughput = throughput
    }

    /// The fraction that is done, from 0 to 1; nil if the whole is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(completed) / Double(total), 1) : 1
    }

    /// How long the rest takes if it goes on like this; nil if the whole or the throughput is unknown.
    public var estimatedTimeRemaining: Duration? {
        guard let total else { return nil }
        if completed >= total { return .zero }
        return throughput > 0 ? .clamping(Double(total - completed) / throughput) : nil
    }
}
