#if AsyncHTTPClient && os(Linux)
import NIOCore

extension TransportTimings {
    /// The phases between some moments.
    ///
    /// A response may come before all of the request is sent: then nothing was waited for.
    init(start: NIODeadline, headSent: NIODeadline?, requestSent: NIODeadline?, head: NIODeadline) {
        guard let headSent else { return }
        let requestSent = requestSent ?? head
        connecting = .nanoseconds((headSent - start).nanoseconds)
        sending = .nanoseconds((requestSent - headSent).nanoseconds)
        waiting = .nanoseconds((head - requestSent).nanoseconds)
    }
}
#endif
