import TalynCore
import _TalynFoundation
import _TalynSupport

/// A copy of the bytes that were read from a body, up to a limit.
final class CopiedBody: Sendable {
    private struct State {
        var data = Data()
        var count: Int64 = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = max(limit, 0)
    }

    var data: Data { state.withLock(\.data) }

    /// The number of bytes that were read.
    var count: Int64 { state.withLock(\.count) }

    /// Whether there were more bytes than the copy has.
    var isCutOff: Bool { state.withLock { $0.count > Int64($0.data.count) } }

    func start(with data: Data) {
        state.withLock { $0 = State(data: data.prefix(limit), count: Int64(data.count)) }
    }

    func add(_ chunk: Data) {
        state.withLock { state in
            state.data.append(chunk.prefix(limit - state.data.count))
            state.count += Int64(chunk.count)
        }
    }

    /// The body, which is copied each time it is read.
    func copying(_ body: HTTPBody) -> HTTPBody {
        HTTPBody(length: body.length, isReplayable: body.isReplayable) { [self] in
            start(with: Data())
            var chunks = body.makeAsyncIterator()
            return { [self] in
                let chunk = try await chunks.next()
                if let chunk { add(chunk) }
                return chunk
            }
        }
    }
}
