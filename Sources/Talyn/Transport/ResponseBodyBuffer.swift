#if os(Linux)
/// Takes what arrives of a response, and puts it on the disk while the reader is behind, so that it doesn't fill the memory.
///
/// A session on Linux can't be told to stop reading from one connection: a task that is suspended begins anew there when it
/// is resumed, and to hold up the session's queue holds up its other tasks. So nothing here waits for the reader. Only the
/// write to the file takes place on the session's queue: a network faster than the disk must wait for the disk.
final class ResponseBodyBuffer: Sendable {
    private struct State {
        var machine = ResponseBodyBufferStateMachine()
        var file: OpenFile?
        var last: Exchange.Event?
    }

    /// Makes the file, once it is needed.
    typealias MakeFile = @Sendable () throws(BodyError) -> OpenFile

    private let exchange: Exchange
    private let makeFile: MakeFile
    private let state = Locked(State())

    init(_ exchange: Exchange, makeFile: @escaping MakeFile = OpenFile.scratch) {
        self.exchange = exchange
        self.makeFile = makeFile
    }

    /// Takes an event, in the order of arrival.
    ///
    /// - Returns: Whether more is wanted. If not, the exchange is over, since the disk is full or can't be written.
    func receive(_ event: Exchange.Event) -> Bool {
        do throws(BodyError) {
            if try keeps(event) { return true }
        } catch {
            end(with: error)
            return false
        }
        guard exchange.receive(event) else { return true }
        state.withLock { $0.machine.exchangeIsFull() }
        exchange.whenDrained { FileWork.start { self.refill() } }
        return true
    }

    /// Keeps an event if it isn't its turn yet; returns whether there is nothing more to do with it.
    ///
    /// It is written under the lock, which nobody but who reads the file back has use for.
    private func keeps(_ event: Exchange.Event) throws(BodyError) -> Bool {
        let result: Result<Bool, BodyError> = state.withLock { state in
            Result { () throws(BodyError) in
                switch event {
                case .chunk(let chunk):
                    let action = state.machine.receive(chunk.count)
                    guard action == .store else { return action == .ignore }
                    let file = if let file = state.file { file } else { try makeFile() }
                    state.file = file
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

    /// Hands on what is kept as long as there is room.
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
                    guard exchange.receive(.chunk(chunk)) else { continue }
                    return exchange.whenDrained { FileWork.start { self.refill() } }
                } catch {
                    return end(with: error)
                }
            case .end:
                if let last { exchange.receive(last) }
                return letGo()
            case .clear, .stop:
                return
            }
        }
        letGo()
    }

    private func end(with error: BodyError) {
        exchange.receive(.failure(error))
        letGo()
    }

    private func letGo() {
        state.withLock { state in
            state.machine.drop()
            state.file = nil
            state.last = nil
        }
    }
}

/// Where the pieces of a response go whose reader may be behind: decides, and does nothing itself.
///
/// As long as the reader keeps up, each goes straight to the reader's exchange. Once that is full, all that follows goes to a
/// file, and is read back from there in the same order, until nothing is left in it.
struct ResponseBodyBufferStateMachine: Sendable {
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
