import _TalynFoundation

/// The state of an exchange between the network and one reader.
///
/// The network pushes events, and the reader pulls them. Unread events are kept. When they exceed ``highWaterMark``,
/// the network must pause.
struct ExchangeStateMachine<Head: Sendable>: Sendable {
    enum Event: Sendable {
        case head(Head)
        case chunk(Data)
        /// The response is complete. Nothing follows.
        case end
        /// The exchange has failed. Nothing follows.
        case failure(any Error)

        var isLast: Bool {
            switch self {
            case .head, .chunk: false
            case .end, .failure: true
            }
        }
    }

    enum ReceiveAction: Sendable {
        /// Give the event to the waiting reader.
        case deliver(Event)
        /// Keep the event for the reader. `pause` is true once when too much is unread, and then false until the next
        /// resume.
        case keep(pause: Bool)
        /// Ignore the event: the exchange is over.
        case ignore
    }

    enum NextAction: Sendable {
        /// Give the event to the reader. `resume` is true once when there is room again after a pause.
        case deliver(Event, resume: Bool)
        /// There is no event: the reader waits.
        case wait
    }

    enum CancelAction: Sendable {
        /// Abort the exchange with the network, and fail the waiting reader.
        case abort
        /// It is over already.
        case ignore
    }

    let highWaterMark: Int
    /// The unread events, starting at `nextKept`.
    private var kept: [Event] = []
    private var nextKept = 0
    private var keptBytes = 0
    private var last: Event?
    private var isReaderWaiting = false
    private(set) var isPaused = false

    init(highWaterMark: Int = 1 << 20) {
        self.highWaterMark = highWaterMark
    }

    /// Whether the last event has arrived, or the exchange was cancelled.
    var isOver: Bool { last != nil }

    mutating func receive(_ event: Event) -> ReceiveAction {
        guard last == nil else { return .ignore }
        if event.isLast { last = event }
        if isReaderWaiting {
            isReaderWaiting = false
            return .deliver(event)
        }
        if event.isLast { return .keep(pause: false) }
        kept.append(event)
        if case .chunk(let chunk) = event { keptBytes += chunk.count }
        // Suspensions of a `URLSessionTask` nest. So it gets one pause, even if more arrives before the pause takes
        // effect.
        guard !isPaused, keptBytes >= highWaterMark else { return .keep(pause: false) }
        isPaused = true
        return .keep(pause: true)
    }

    /// Whether there is an event for the reader.
    var hasKept: Bool { nextKept < kept.count || isOver }

    mutating func next() -> NextAction {
        guard let event = popKept() else {
            if let last { return .deliver(last, resume: false) }
            isReaderWaiting = true
            return .wait
        }
        if case .chunk(let chunk) = event { keptBytes -= chunk.count }
        let resume = isPaused && keptBytes < highWaterMark
        if resume { isPaused = false }
        return .deliver(event, resume: resume)
    }

    /// Fails the exchange, unless its last event has arrived.
    mutating func cancel(with error: any Error) -> CancelAction {
        guard last == nil else { return .ignore }
        last = .failure(error)
        kept = []
        nextKept = 0
        keptBytes = 0
        isPaused = false
        isReaderWaiting = false
        return .abort
    }

    private mutating func popKept() -> Event? {
        guard nextKept < kept.count else { return nil }
        let event = kept[nextKept]
        kept[nextKept] = .end  // Releases the chunk.
        nextKept += 1
        if nextKept == kept.count {
            kept.removeAll(keepingCapacity: true)
            nextKept = 0
        } else if nextKept >= 64, nextKept >= kept.count / 2 {
            // A reader that never catches up must not grow the array without limit.
            kept.removeFirst(nextKept)
            nextKept = 0
        }
        return event
    }
}
