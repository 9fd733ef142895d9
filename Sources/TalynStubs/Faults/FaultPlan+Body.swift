import _TalynFoundation
import _TalynSupport

extension FaultPlan {
    /// The body with the faults of the plan.
    func applied(to body: HTTPBody, _ silence: Silence) -> HTTPBody {
        guard failure?.bytesBefore != nil || bytesPerSecond != nil || chunkSizes != nil else { return body }
        return HTTPBody(length: body.length, isReplayable: body.isReplayable) {
            var reader = FaultyReader(body, self, silence)
            return { try await reader.next() }
        }
    }
}

/// Reads a body in the chunks and at the times of a plan.
private struct FaultyReader {
    private var chunks: HTTPBody.AsyncIterator
    private var plan: FaultPlan
    private let silence: Silence
    /// The bytes that were read and not handed on yet.
    private var rest = ByteQueue()
    private var count: Int64 = 0

    init(_ body: HTTPBody, _ plan: FaultPlan, _ silence: Silence) {
        chunks = body.makeAsyncIterator()
        self.plan = plan
        self.silence = silence
    }

    mutating func next() async throws -> Data? {
        // Without a wait, a cancellation would go unnoticed.
        try Task.checkCancellation()
        if rest.isEmpty {
            guard let chunk = try await chunks.next() else { return nil }
            rest.append(chunk)
        }
        var size = plan.nextSize() ?? rest.count
        if let failure = plan.failure, let limit = failure.bytesBefore {
            if count >= limit { try await fail(failure) }
            size = Int(min(Int64(size), limit - count))
        }
        while rest.count < size, let chunk = try await chunks.next() { rest.append(chunk) }
        let piece = rest.removeFirst(size)
        if let bytesPerSecond = plan.bytesPerSecond {
            try await silence.time.sleep(for: .seconds(piece.count) / bytesPerSecond)
        }
        count += Int64(piece.count)
        return piece
    }

    private func fail(_ failure: Fault.Failure) async throws {
        if case .halfOpen = failure { try await silence.untilTimeout(failure) }
        throw silence.error(failure)
    }
}

extension FaultPlan {
    /// The size of the next chunk; nil for the size of the original chunk.
    fileprivate mutating func nextSize() -> Int? {
        if let chunkSizes { return random.number(in: chunkSizes) }
        return bytesPerSecond.map { min(max($0 / 10, 1), 65_536) }
    }
}
