import Foundation

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
