#if os(Linux)
/// Where the pieces of a response go whose reader may be behind: decides, and does nothing itself.
///
/// As long as the reader keeps up, each goes straight to the reader's exchange. Once that is full, all that follows goes to a
/// file, and is read back from there in the same order, until nothing is left in it.
struct BacklogStateMachine: Sendable {
    enum ReceiveAction: Equatable, Sendable {
        /// Hand it to the exchange.
        case forward
        /// Append it to the file, or keep it if it is no piece but the end.
        case store
        /// It came too late.
        case ignore
    }

    enum RefillAction: Equatable, Sendable {
        /// Read so many bytes at that offset of the file, and hand them to the exchange.
        case read(offset: Int64, count: Int)
        /// Hand on the end that is kept: nothing follows.
        case end
        /// The reader has caught up: what is in the file has been read.
        case clear
        /// It is over.
        case stop
    }

    private enum State {
        /// The reader keeps up.
        case direct
        /// From the first offset to the second, the file has what the reader hasn't got.
        case behind(taken: Int64, stored: Int64, hasEnded: Bool)
        case over
    }

    private var state = State.direct

    /// How many bytes are read back at once.
    private let chunkSize: Int

    init(chunkSize: Int = FileWork.chunkSize) {
        self.chunkSize = chunkSize
    }

    /// Takes a piece of so many bytes.
    mutating func receive(_ count: Int) -> ReceiveAction {
        switch state {
        case .direct:
            return .forward
        case .behind(let taken, let stored, hasEnded: false):
            state = .behind(taken: taken, stored: stored + Int64(count), hasEnded: false)
            return .store
        case .behind(_, _, hasEnded: true), .over:
            return .ignore
        }
    }

    /// Takes the end, be it good or bad.
    mutating func receiveLast() -> ReceiveAction {
        switch state {
        case .direct:
            state = .over
            return .forward
        case .behind(let taken, let stored, hasEnded: false):
            state = .behind(taken: taken, stored: stored, hasEnded: true)
            return .store
        case .behind(_, _, hasEnded: true), .over:
            return .ignore
        }
    }

    /// Notes that the exchange has no more room.
    mutating func exchangeIsFull() {
        if case .direct = state { state = .behind(taken: 0, stored: 0, hasEnded: false) }
    }

    /// What to do now that the exchange has room.
    mutating func refill() -> RefillAction {
        switch state {
        case .behind(let taken, let stored, let hasEnded) where taken < stored:
            let count = Int(min(Int64(chunkSize), stored - taken))
            state = .behind(taken: taken + Int64(count), stored: stored, hasEnded: hasEnded)
            return .read(offset: taken, count: count)
        case .behind(_, _, hasEnded: true):
            state = .over
            return .end
        case .behind(_, _, hasEnded: false):
            state = .direct
            return .clear
        case .direct, .over:
            return .stop
        }
    }

    /// Ends it before its time.
    mutating func drop() {
        state = .over
    }
}
#endif
