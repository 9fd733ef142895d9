#if os(Linux)
/// Buffers a response on the disk while its reader is slower than the network, to limit memory use.
///
/// On Linux, a session can't stop reading from one connection: a suspended task starts again when it is resumed, and
/// blocking the session's queue blocks its other tasks. So nothing here waits for the reader. Only the write to the
/// file happens on the session's queue, so a network faster than the disk waits for the disk.
///
/// The file gives back the room of bytes that were read. The unread bytes have a limit.
final class ResponseBodyBuffer: Sendable {
    private struct State {
        var machine = ResponseBodyBufferStateMachine()
        var file: OpenFile?
        var last: Exchange.Event?
    }

    /// Creates the file on first use.
    typealias MakeFile = @Sendable () throws(BodyError) -> OpenFile

    private let exchange: Exchange
    private let makeFile: MakeFile
    private let maximumSize: Int64
    private let state = Locked(State())

    /// The number of unread bytes in the file at which a response fails.
    static let maximumSize: Int64 = 4 << 30

    init(
        _ exchange: Exchange,
        maximumSize: Int64 = maximumSize,
        makeFile: @escaping MakeFile = OpenFile.scratch
    ) {
        self.exchange = exchange
        self.maximumSize = maximumSize
        self.makeFile = makeFile
    }

    /// Takes an event, in order of arrival.
    ///
    /// - Returns: Whether to continue. If not, the exchange is over, since the file can't be written or is too large.
    func receive(_ event: Exchange.Event) -> Bool {
        do {
            if try buffers(event) { return true }
        } catch {
            end(with: error)
            return false
        }
        guard exchange.receive(event) else { return true }
        state.withLock { $0.machine.exchangeIsFull() }
        exchange.whenDrained { FileWork.start { self.refill() } }
        return true
    }

    /// Buffers an event unless it goes straight to the exchange. Returns whether the event is done.
    ///
    /// The file is written under the lock. Only the code that reads the file waits for it.
    private func buffers(_ event: Exchange.Event) throws -> Bool {
        let result: Result<Bool, any Error> = state.withLock { state in
            Result {
                switch event {
                case .chunk(let chunk):
                    let action = state.machine.receive(chunk.count)
                    guard action == .store else { return action == .ignore }
                    let file = if let file = state.file { file } else { try makeFile() }
                    state.file = file
                    guard state.machine.unreadCount <= maximumSize else { throw TransportError(.responseTooLarge) }
                    try file.write(chunk)
                    return true
                case .end, .failure:
                    let action = state.machine.receiveLast()
                    if action == .store { state.last = event }
                    return action != .forward
                case .head:
                    return false
                }
            }
        }
        return try result.get()
    }

    /// Passes buffered events to the exchange while it has room.
    private func refill() {
        while !exchange.isOver {
            let (action, file, last) = state.withLock { state in
                let action = state.machine.refill()
                if action == .clear { state.file = nil }
                return (action, state.file, state.last)
            }
            switch action {
            case .read(let offset, let count):
                do throws(BodyError) {
                    guard let chunk = try file?.read(count, at: offset) else { return }
                    file?.discard(count, at: offset)
                    guard exchange.receive(.chunk(chunk)) else { continue }
                    return exchange.whenDrained { FileWork.start { self.refill() } }
                } catch {
                    return end(with: error)
                }
            case .end:
                if let last { exchange.receive(last) }
                return release()
            case .clear, .stop:
                return
            }
        }
        release()
    }

    private func end(with error: any Error) {
        exchange.receive(.failure(error))
        release()
    }

    private func release() {
        state.withLock { state in
            state.machine.drop()
            state.file = nil
            state.last = nil
        }
    }
}

/// The state of a buffer between the network and a reader that may be slower.
///
/// While the reader keeps up, all pieces go straight to the exchange. When the exchange is full, later pieces go to a
/// file, and from there to the exchange in the same order, until the file is used up.
struct ResponseBodyBufferStateMachine: Sendable {
    enum ReceiveAction: Equatable, Sendable {
        /// Pass it to the exchange.
        case forward
        /// Append it to the file; keep the end in memory.
        case store
        /// Ignore it: the exchange is over.
        case ignore
    }

    enum RefillAction: Equatable, Sendable {
        /// Read bytes at an offset of the file, and pass them to the exchange.
        case read(offset: Int64, count: Int)
        /// Pass the end to the exchange. Nothing follows.
        case end
        /// The reader has caught up. The file is used up.
        case clear
        /// Nothing to do.
        case stop
    }

    private enum State {
        /// Pieces go straight to the exchange.
        case direct
        /// The file has unread bytes between the two offsets.
        case buffering(taken: Int64, stored: Int64, hasEnded: Bool)
        case over
    }

    private var state = State.direct

    /// The number of bytes to read at once.
    private let chunkSize: Int

    init(chunkSize: Int = FileWork.chunkSize) {
        self.chunkSize = chunkSize
    }

    /// The number of bytes in the file that weren't read.
    var unreadCount: Int64 {
        if case .buffering(let taken, let stored, _) = state { stored - taken } else { 0 }
    }

    /// Takes the size of a piece.
    mutating func receive(_ count: Int) -> ReceiveAction {
        switch state {
        case .direct:
            return .forward
        case .buffering(let taken, let stored, hasEnded: false):
            state = .buffering(taken: taken, stored: stored + Int64(count), hasEnded: false)
            return .store
        case .buffering(_, _, hasEnded: true), .over:
            return .ignore
        }
    }

    /// Takes the end or the failure of the response.
    mutating func receiveLast() -> ReceiveAction {
        switch state {
        case .direct:
            state = .over
            return .forward
        case .buffering(let taken, let stored, hasEnded: false):
            state = .buffering(taken: taken, stored: stored, hasEnded: true)
            return .store
        case .buffering(_, _, hasEnded: true), .over:
            return .ignore
        }
    }

    /// Notes that the exchange is full.
    mutating func exchangeIsFull() {
        if case .direct = state { state = .buffering(taken: 0, stored: 0, hasEnded: false) }
    }

    /// Decides what to do when the exchange has room.
    mutating func refill() -> RefillAction {
        switch state {
        case .buffering(let taken, let stored, let hasEnded) where taken < stored:
            let count = Int(min(Int64(chunkSize), stored - taken))
            state = .buffering(taken: taken + Int64(count), stored: stored, hasEnded: hasEnded)
            return .read(offset: taken, count: count)
        case .buffering(_, _, hasEnded: true):
            state = .over
            return .end
        case .buffering(_, _, hasEnded: false):
            state = .direct
            return .clear
        case .direct, .over:
            return .stop
        }
    }

    /// Ends the buffering early.
    mutating func drop() {
        state = .over
    }
}
#endif
