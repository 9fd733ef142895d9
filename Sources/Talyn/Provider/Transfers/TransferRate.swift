/// How many bytes a second are moved, over the last few seconds.
struct TransferRate {
    /// How far back it looks.
    static let window = Duration.seconds(5)

    /// No two moments that it remembers are closer, except the last two.
    private static let spacing = Duration.milliseconds(100)

    private var moments: [(time: Duration, count: Int64)] = []

    /// Takes note of how many bytes there are now. Those that were there at first don't count.
    mutating func note(_ count: Int64, now: Duration) {
        // It starts over.
        if let last = moments.last, count < last.count { moments = [] }
        if moments.count >= 2, now - moments[moments.count - 2].time < Self.spacing { moments.removeLast() }
        moments.append((now, count))
        while moments.count > 2, moments[1].time <= now - Self.window { moments.removeFirst() }
    }

    /// Bytes in a second; 0 if there is nothing to compare.
    func throughput(now: Duration) -> Double {
        guard let first = moments.first, let last = moments.last, now > first.time else { return 0 }
        return Double(last.count - first.count) / (now - first.time).seconds
    }
}
