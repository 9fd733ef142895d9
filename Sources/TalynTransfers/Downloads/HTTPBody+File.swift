import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPBody {
    /// Writes the body to a file as it arrives.
    ///
    /// A body in memory is written without suspension, so that an immediate stub returns at once.
    ///
    /// If the body fails, the bytes that arrived before are written all the same.
    ///
    /// - Parameter onProgress: Is called with the number of bytes so far.
    /// - Returns: The number of bytes.
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
