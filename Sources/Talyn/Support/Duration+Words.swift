extension Duration {
    /// In words for people, such as "1.2 s" or "20 ms"; rounded up, and a century at most.
    var inWords: String {
        let (seconds, attoseconds) = Swift.min(Swift.max(self, .zero), .longest).components
        let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        if seconds == 0, milliseconds < 1_000 { return "\(milliseconds) ms" }
        let tenths = (attoseconds + 99_999_999_999_999_999) / 100_000_000_000_000_000
        return "\(seconds + tenths / 10).\(tenths % 10) s"
    }
}
