import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

/// How often an exchange suspends the network: the suspensions of a `URLSessionTask` nest.
struct ExchangePauseTests {
    /// Counts like a `URLSessionTask`.
    private final class CountingTask: Sendable {
        private let counts = Locked((suspensions: 0, depth: 0, depths: Set<Int>()))

        var suspensions: Int { counts.withLock(\.suspensions) }
        var depth: Int { counts.withLock(\.depth) }
        /// Every number of suspensions without a resume that there has been.
        var depths: Set<Int> { counts.withLock(\.depths) }

        func suspend() {
            counts.withLock { counts in
                counts.suspensions += 1
                counts.depth += 1
                counts.depths.insert(counts.depth)
            }
        }

        func resume() {
            counts.withLock { counts in
                counts.depth -= 1
                counts.depths.insert(counts.depth)
            }
        }
    }

    private let task = CountingTask()
    private let exchange = Exchange(highWaterMark: 10)

    private func receive(_ count: Int) {
        exchange.receive(Data(count: count), suspend: { task.suspend() }, resume: { [task] in task.resume() })
    }

    private func response() async throws -> HTTPBody {
        exchange.receive(.head(Exchange.Head(statusCode: 200, headerFields: [:], url: nil)))
        return try await exchange.response().body
    }

    @Test func chunksAfterAPauseSuspendTheTaskNoFurther() async throws {
        var chunks = try await response().makeAsyncIterator()
        for _ in 0..<3 { receive(10) }
        #expect(task.depth == 1)
        #expect(try await chunks.next()?.count == 10)
        #expect(task.depth == 1)
        #expect(try await chunks.next()?.count == 10)
        #expect(task.depth == 1)
        #expect(try await chunks.next()?.count == 10)
        #expect(task.depth == 0)
        for _ in 0..<2 { receive(10) }
        exchange.receive(.end)
        var rest = 0
        while let chunk = try await chunks.next() { rest += chunk.count }
        #expect(rest == 20)
        #expect(task.suspensions == 2)
        #expect(task.depths == [0, 1])
    }

    @Test func readerThatGoesAwayResumesTheTaskOnce() async throws {
        var body: HTTPBody? = try await response()
        #expect(body != nil)
        for _ in 0..<3 { receive(10) }
        body = nil
        receive(10)
        #expect(exchange.isOver)
        #expect(task.depths == [0, 1])
        #expect(task.depth == 0)
    }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func readerAtTheSameTimeLeavesNoSuspension(seed: UInt64) async throws {
        let body = try await response()
        async let sent: Void = {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<2_000 {
                receive(Int.random(in: 1...12, using: &random))
                if Bool.random(using: &random) { await Task.yield() }
            }
            exchange.receive(.end)
        }()
        for try await _ in body {}
        await sent
        #expect(task.depth == 0)
        #expect(task.suspensions > 0)
    }
}
