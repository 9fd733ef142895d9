import Foundation

extension FaultPlan {
    /// The body, as it comes.
    func applied(to body: HTTPBody, _ silence: Silence) -> HTTPBody {
        guard failure?.bytesBefore != nil || bytesPerSecond != nil || chunkSizes != nil else { return body }
        return HTTPBody(length: body.length, isReplayable: body.isReplayable) {
            var reader = FaultyReader(body, self, silence)
            return { try await reader.next() }
        }
    }
}

/// Gives a body in the pieces and at the times that a plan has for it.
private struct FaultyReader {
    private var chunks: HTTPBody.AsyncIterator
    private var plan: FaultPlan
    private let silence: Silence
    /// What has been read and not been given yet.
    private var rest = Data()
    private var count: Int64 = 0

    init(_ body: HTTPBody, _ plan: FaultPlan, _ silence: Silence) {
        chunks = body.makeAsyncIterator()
        self.plan = plan
        self.silence = silence
    }

    mutating func next() async throws -> Data? {
        // What is there already comes without waiting, in which nobody would notice it.
        try Task.checkCancellation()
        if rest.isEmpty {
            guard let chunk = try await chunks.next() else { return nil }
            rest = chunk
        }
        var size = plan.nextSize() ?? rest.count
        if let failure = plan.failure, let limit = failure.bytesBefore {
            if count >= limit { try await fail(failure) }
            size = Int(min(Int64(size), limit - count))
        }
        // Data of a range of another's indices would keep all of it.
        while rest.count < size, let chunk = try await chunks.next() { rest.append(chunk) }
        let piece = rest.prefix(size)
        rest = rest.dropFirst(piece.count)
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
    /// How long the next piece is; nil if as it comes.
    fileprivate mutating func nextSize() -> Int? {
        if let chunkSizes { return random.number(in: chunkSizes) }
        return bytesPerSecond.map { min(max($0 / 10, 1), 65_536) }
    }
}
