extension Double {
    /// Adapts a timeout in seconds for the requests of Foundation. A timeout of zero isn't "no timeout" everywhere. On Linux,
    /// Foundation counts whole seconds, takes less than a second for no timeout, and traps on NaN.
    public mutating func clampAsTimeout() {
        guard self > 0, self < 1e9 else {
            self = 1e9
            return
        }
        #if os(Linux)
        round(.up)
        #endif
    }
}
