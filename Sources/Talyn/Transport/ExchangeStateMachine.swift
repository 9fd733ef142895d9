package import Foundation

/// What has arrived of a response and who waits for it: decides, and does nothing itself.
///
/// The network pushes events, a single reader pulls them. What the reader has not pulled yet is kept, and once that is
/// more than ``highWaterMark`` the network is asked to pause.
package struct ExchangeStateMachine<Head: Sendable>: Sendable {
    package enum Event: Sendable {
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
        /// Keep the event for the reader. `pause` is true once when too much is kept, and false until the next resume.
        case keep(pause: Bool)
        /// It came too late: the exchange is over.
        case ignore
    }

    enum NextAction: Sendable {
        /// Give the event to the reader. `resume` is true once when there is room again after a pause.
        case deliver(Event, resume: Bool)
        /// Nothing is there yet: the reader waits.
        case wait
    }

    enum CancelAction: Sendable {
        /// End the exchange with the network, and tell the reader if one waits.
        case abort
        /// It is over already.
        case ignore
    }

    private let highWaterMark: Int
    /// The events that the reader has not pulled, from `nextKept` on.
    private var kept: [Event] = []
    private var nextKept = 0
    private var keptBytes = 0
    private var last: Event?
    private var isReaderWaiting = false
    private(set) var isPaused = false

    init(highWaterMark: Int = 1 << 20) {
        self.highWaterMark = highWaterMark
    }

    /// Whether the last event has come, or the exchange has been cancelled.
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
        // Suspensions of a URLSessionTask nest: it is asked for one pause, however much arrives before the pause takes effect.
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

    /// Ends the exchange with a failure, unless its last event has come.
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
        kept[nextKept] = .end  // Lets go of the chunk.
        nextKept += 1
        if nextKept == kept.count {
            kept.removeAll(keepingCapacity: true)
            nextKept = 0
        } else if nextKept >= 64, nextKept >= kept.count / 2 {
            // A reader that never catches up must not make the array grow with all that it has read.
            kept.removeFirst(nextKept)
            nextKept = 0
        }
        return event
    }
}
