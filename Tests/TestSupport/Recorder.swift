import TalynCore
import _TalynSupport

/// Remembers what happened, in order.
package final class Recorder<Event: Sendable>: Sendable {
    private let recorded = Locked<[Event]>([])

    package init() {}

    package var events: [Event] { recorded.withLock { $0 } }

    package func record(_ event: Event) {
        recorded.withLock { $0.append(event) }
    }
}
