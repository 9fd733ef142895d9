import _TalynFoundation
import _TalynSupport

extension JSONNode {
    /// A date in the form of RFC 3339, to the millisecond.
    static func date(_ date: Date) -> JSONNode {
        .string(date.rfc3339Milliseconds)
    }

    /// A number of milliseconds, to the microsecond.
    static func milliseconds(_ duration: Duration) -> JSONNode {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
        let rounded = max(0, (milliseconds * 1e3).rounded() / 1e3)
        return rounded == rounded.rounded() && rounded < 1e15 ? .integer(Int64(rounded)) : .number("\(rounded)")
    }
}
