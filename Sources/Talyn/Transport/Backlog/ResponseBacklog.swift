#if os(Linux)
/// Takes what arrives of a response, and puts it on the disk while the reader is behind, so that it doesn't fill the memory.
///
/// A session on Linux can't be told to stop reading from one connection: a task that is suspended begins anew there when it
/// is resumed, and to hold up the session's queue holds up its other tasks. So nothing here waits for the reader. Only the
/// write to the file takes place on the session's queue: a network faster than the disk must wait for the disk.
final class ResponseBacklog: Sendable {
    private struct State {
        var machine = BacklogStateMachine()
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
#endif
