import Foundation

extension HTTPBody {
    /// The same body, which fails where it is read once a time has come.
    func limited(until end: Duration, by time: TimeSource, _ error: TransportError) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            let reader = LimitedReader(makeAsyncIterator(), until: end, by: time, error)
            return { try await reader.next() }
        }
    }
}

/// Reads chunks until a time has come, by one timer for all of them.
private final class LimitedReader: @unchecked Sendable {  // One reader uses the iterator, and waits for each chunk.
    private struct State {
        var isTimeUp = false
        /// What reads the next chunk, to be cancelled when the time is up.
        var reading: Task<Void, Never>?
    }

    private var iterator: HTTPBody.AsyncIterator
    private var outcome: Result<Data?, any Error> = .success(nil)
    private let end: Duration
    private let time: TimeSource
    private let error: TransportError
    private let state = Locked(State())
    private let timer: Task<Void, Never>

    init(_ iterator: HTTPBody.AsyncIterator, until end: Duration, by time: TimeSource, _ error: TransportError) {
        self.iterator = iterator
        self.end = end
        self.time = time
        self.error = error
        let limit = time.timer(for: end - time.now)
        timer = Task.inScope { [state] in
            guard (try? await limit.wait()) != nil else { return }
            let reading = state.withLock { state in
                state.isTimeUp = true
                return state.reading
            }
            reading?.cancel()
        }
    }

    deinit {
        timer.cancel()
    }

    func next() async throws -> Data? {
        guard time.now < end else { throw error }
        let isCancelled = Task.isCancelled
        let reading = Task.immediately { [self] in
            // It begins before anybody could tell it, and not as a part of the caller's task.
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await read()
        }
        let isLate = state.withLock { state in
            state.reading = reading
            return state.isTimeUp
        }
        if isLate { reading.cancel() }
        await withTaskCancellationHandler {
            await reading.value
        } onCancel: {
            reading.cancel()
        }
        let isTimeUp = state.withLock { state in
            state.reading = nil
            return state.isTimeUp
        }
        if isTimeUp { throw error }
        let chunk = try outcome.get()
        if chunk == nil { timer.cancel() }
        return chunk
    }

    private func read() async {
        do {
            outcome = .success(try await iterator.next())
        } catch {
            outcome = .failure(error)
        }
    }
}

extension HTTPBody {
    /// What a stream gives, which can be read only once.
    ///
    /// - Parameter length: How long the stream is said to be, if somebody has said so.
    init(_ stream: SingleUseStream, length: Int64?) {
        if let length, length >= 0 {
            self.init([.stream(stream, length: length)])
            return
        }
        let makeReader: @Sendable () -> NextChunk = {
            var opened: StreamReader?
            return {
                let reader = opened
                let (source, chunk) = try await FileWork.run(.stream) { () throws(BodyError) in
                    let source = if let reader { reader } else { try stream.open() }
                    return (source, try source.read(FileWork.chunkSize))
                }
                opened = source
                return chunk.isEmpty ? nil : chunk
            }
        }
        self.init(length: nil, isReplayable: false, makeSegmentReader: makeReader)
    }

    /// Writes the body to a file as it arrives.
    ///
    /// A body in memory is written here and now, so that an immediate stub answers at once.
    ///
    /// What arrives before the body fails is written, too.
    ///
    /// - Parameter onProgress: Is told how many bytes there are so far.
    /// - Returns: How many bytes there are.
    func write(to file: OpenFile, onProgress: ((Int64) -> Void)? = nil) async throws -> Int64 {
        var count: Int64 = 0
        if let data {
            try file.write(data)
            if !data.isEmpty { onProgress?(Int64(data.count)) }
            return Int64(data.count)
        }
        var chunks = makeAsyncIterator()
        var batch: [Data] = []
        var batchSize = 0
        do {
            while let chunk = try await chunks.next() {
                try Task.checkCancellation()
                count += Int64(chunk.count)
                onProgress?(count)
                batch.append(chunk)
                batchSize += chunk.count
                guard batchSize >= FileWork.chunkSize else { continue }
                let full = batch
                batch.removeAll(keepingCapacity: true)
                batchSize = 0
                try await file.write(full)
            }
        } catch {
            if !batch.isEmpty { try? await file.write(batch) }
            throw error
        }
        if !batch.isEmpty { try await file.write(batch) }
        return count
    }
}

extension OpenFile {
    fileprivate func write(_ batch: [Data]) async throws(BodyError) {
        try await FileWork.run { [self] () throws(BodyError) in
            for chunk in batch { try write(chunk) }
        }
    }
}
