#if os(Linux)
import _TalynFoundation
import TalynCore
import _TalynSupport

/// Buffers a response on the disk while its reader is slower than the network, to limit memory use.
///
/// On Linux, a session can't stop reading from one connection: a suspended task starts again when it is resumed, and
/// blocking the session's queue blocks its other tasks. So nothing here waits for the reader. Only the write to the
/// file happens on the session's queue, so a network faster than the disk waits for the disk.
///
/// The bytes are in several files, so that those that were read leave the disk. The unread bytes have a limit.
final class ResponseBodyBuffer: Sendable {
    private struct State {
        var machine = ResponseBodyBufferStateMachine()
        /// The files with unread bytes, by their place in the body.
        var files: [Int64: OpenFile] = [:]
        var last: Exchange.Event?
    }

    /// Creates a file on first use.
    typealias MakeFile = @Sendable () throws(FileError) -> OpenFile

    private let exchange: Exchange
    private let makeFile: MakeFile
    private let maximumSize: Int64
    private let state = Locked(State())

    /// The number of unread bytes on the disk at which a response fails.
    static let maximumSize: Int64 = 4 << 30

    /// The number of bytes in a file.
    private let fileSize: Int64

    /// - Parameters:
    ///   - exchange: The exchange of the response.
    ///   - maximumSize: The number of unread bytes on the disk at which the response fails.
    ///   - fileSize: The number of bytes in a file: a multiple of ``FileWork/chunkSize``.
    ///   - makeFile: Creates a file.
    init(
        _ exchange: Exchange,
        maximumSize: Int64 = maximumSize,
        fileSize: Int64 = 64 << 20,
        makeFile: @escaping MakeFile = OpenFile.scratch
    ) {
        self.exchange = exchange
        self.maximumSize = maximumSize
        self.fileSize = fileSize
        self.makeFile = makeFile
    }

    /// Takes an event, in order of arrival. Aborts the exchange if the file can't be written or is too large.
    func receive(_ event: Exchange.Event) {
        do {
            if try buffers(event) { return }
        } catch {
            return end(with: error)
        }
        guard exchange.receive(event) else { return }
        state.withLock { $0.machine.exchangeIsFull() }
        exchange.whenDrained { FileWork.start { self.refill() } }
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
                    guard state.machine.unreadCount <= maximumSize else { throw TransportError(.responseTooLarge) }
                    try store(chunk, endingAt: state.machine.storedCount, in: &state.files)
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

    private func store(
        _ chunk: Data,
        endingAt end: Int64,
        in files: inout [Int64: OpenFile]
    ) throws(FileError) {
        var rest = chunk
        while !rest.isEmpty {
            let start = end - Int64(rest.count)
            let piece = rest.prefix(Int(fileSize - start % fileSize))
            let file = if let file = files[start / fileSize] { file } else { try makeFile() }
            files[start / fileSize] = file
            try file.write(piece)
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Passes buffered events to the exchange while it has room.
    private func refill() {
        while !exchange.isOver {
            let (action, file, last) = state.withLock { state in
                let action = state.machine.refill()
                var file: OpenFile?
                switch action {
                case .read(let offset, let count):
                    file = state.files[offset / fileSize]
                    if (offset + Int64(count)).isMultiple(of: fileSize) { state.files[offset / fileSize] = nil }
                case .clear: state.files = [:]
                case .end, .stop: break
                }
                return (action, file, state.last)
            }
            switch action {
            case .read(let offset, let count):
                do throws(FileError) {
                    guard let chunk = try file?.read(count, at: offset % fileSize) else { return }
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
        exchange.fail(BodyError(error) ?? error)
        release()
    }

    private func release() {
        state.withLock { state in
            state.machine.drop()
            state.files = [:]
            state.last = nil
        }
    }
}

extension OpenFile {
    /// Creates a file without a name for writing and reading. It disappears on deinitialization.
    static func scratch() throws(FileError) -> OpenFile {
        let place = try TemporaryFile()
        defer { withExtendedLifetime(place) {} }
        return try OpenFile(creatingPrivate: place.url)
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

    /// The number of bytes in the files that weren't read.
    var unreadCount: Int64 {
        if case .buffering(let taken, let stored, _) = state { stored - taken } else { 0 }
    }

    /// The number of bytes that were written to the files.
    var storedCount: Int64 {
        if case .buffering(_, let stored, _) = state { stored } else { 0 }
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
            // The rest of a chunk, so that no reading goes beyond the end of a file.
            let count = Int(min(Int64(chunkSize) - taken % Int64(chunkSize), stored - taken))
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
