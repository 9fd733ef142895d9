public import _TalynFoundation

extension OpenFile {
    /// Writes chunks as they arrive. If they fail, those that arrived before are written all the same.
    ///
    /// - Parameters:
    ///   - chunks: The chunks.
    ///   - data: All bytes, if they are in memory. They are written without suspension, so that an immediate stub returns at once.
    ///   - onProgress: Is called with the number of bytes so far.
    /// - Returns: The number of bytes.
    public func write<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        inMemory data: Data?,
        onProgress: ((Int64) -> Void)? = nil
    ) async throws -> Int64 where Chunks.Element == Data {
        if let data {
            try write(data)
            if !data.isEmpty { onProgress?(Int64(data.count)) }
            return Int64(data.count)
        }
        var count: Int64 = 0
        var batch: [Data] = []
        var batchSize = 0
        do {
            for try await chunk in chunks {
                try Task.checkCancellation()
                count += Int64(chunk.count)
                onProgress?(count)
                batch.append(chunk)
                batchSize += chunk.count
                guard batchSize >= FileWork.chunkSize else { continue }
                let full = batch
                batch.removeAll(keepingCapacity: true)
                batchSize = 0
                try await write(full)
            }
        } catch {
            if !batch.isEmpty { try? await write(batch) }
            throw error
        }
        if !batch.isEmpty { try await write(batch) }
        return count
    }

    private func write(_ batch: [Data]) async throws(FileError) {
        try await FileWork.run { [self] () throws(FileError) in
            for chunk in batch { try write(chunk) }
        }
    }
}
