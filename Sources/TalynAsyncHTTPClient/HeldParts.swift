#if AsyncHTTPClient && os(Linux)
import NIOCore

/// The parts of a response that a handler keeps for a moment: no more than one of each kind, so that they need no array.
struct HeldParts {
    enum Kind {
        case head
        case body
    }

    var head: NIOAny?
    var body: NIOAny?
    var end: NIOAny?

    /// Keeps a part if it is the head, or the first part of the body after it.
    ///
    /// - Returns: Whether it was kept.
    mutating func keeps(_ data: NIOAny, as kind: Kind) -> Bool {
        switch kind {
        case .head where head == nil && body == nil:
            head = data
            return true
        case .body where head != nil && body == nil:
            body = data
            return true
        case .head, .body:
            return false
        }
    }
}
#endif
