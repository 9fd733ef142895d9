import Foundation

/// Dates in header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// The three formats that a recipient has to accept: that of today, that of RFC 850, and that of `asctime`.
    ///
    /// Formatters cost a millisecond to make; Foundation's may be used from any thread, but not while one changes.
    private static let formatters = Locked(
        ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"].map { format in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.calendar = Calendar(identifier: .gregorian)
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.isLenient = false
            formatter.dateFormat = format
            return formatter
        }
    )

    /// The date that a text says; nil if it is none.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: Gives the time here. Two digits of a year mean one that is at most 50 years ahead.
    static func date(_ text: String, at now: () -> Date) -> Date? {
        // Before the lock is taken, and only for the format that needs it.
        let centuryStart = text.contains("-") ? now().addingTimeInterval(-50 * 31_556_952) : nil
        return formatters.withLock { formatters in
            if let centuryStart { formatters[1].twoDigitStartDate = centuryStart }
            return formatters.lazy.compactMap { $0.date(from: text) }.first
        }
    }
}
