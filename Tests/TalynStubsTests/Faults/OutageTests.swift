import Foundation
import TalynCore
import TalynTransfers
import Testing
import _TalynSupport

@testable import TalynPlugins
@testable import TalynStubs

/// What a pipeline makes of faults over time.
struct OutageTests {
    @Test func retrySurvivesAnOutage() async throws {
        let script = FaultScript(.steps(.failing(.connectionRefused), .failing(.timeout)), .latency(.milliseconds(100)))
        let network = FaultyNetwork(script) { clock in
            [RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }, clock: clock)]
        }
        let response = try await network.request(.text)
        let metrics = try #require(response.metrics)
        #expect(metrics.attempts.map(\.duration) == [.milliseconds(100), .seconds(60), .milliseconds(100)])
        #expect(metrics.attempts.map(\.startedAt) == [.zero, .milliseconds(100), .milliseconds(60_100)])
        #expect(metrics.duration == .milliseconds(60_200))
        #expect(network.server.count == 1)
    }

    @Test func retryWaitsBetweenAttempts() async throws {
        let network = FaultyNetwork(FaultScript(.calls(1...2, .failing(.connectionReset())))) { clock in
            [RetryPlugin(clock: clock, random: MostChance())]
        }
        let response = try await network.request(.text)
        #expect(response.metrics?.attempts.map(\.startedAt) == [.zero, .milliseconds(200), .milliseconds(600)])
        #expect(network.now == .milliseconds(600))
        #expect(network.server.count == 3)
    }

    @Test func retryOfSlowAttemptsKeepsToTheDeadline() async throws {
        let network = FaultyNetwork(FaultScript(.latency(.seconds(20)))) { clock in
            [RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }, clock: clock)]
        }
        let error = await network.failure {
            $0.timeout = .seconds(5)
            $0.deadline = .seconds(12)
        }
        #expect(error?.transportError?.kind == .deadlineExceeded)
        let metrics = try #require(error?.metrics)
        #expect(metrics.duration == .seconds(12))
        #expect(metrics.attempts.map(\.startedAt) == [.zero, .seconds(5), .seconds(10)])
        #expect(metrics.attempts.prefix(2).map(\.duration) == [.seconds(5), .seconds(5)])
    }

    @Test func callsThatWaitForTheirTurnPassInTime() async throws {
        let network = FaultyNetwork(FaultScript(.latency(.seconds(30)))) { clock in
            [RateLimitPlugin(1, per: .seconds(1), clock: clock)]
        }
        let ends = Locked<[Duration]>([])
        await withVirtualTime(network.clock) {
            await withTaskGroup { group in
                for _ in 0..<5 {
                    group.addTask {
                        _ = try? await network.provider.request(.text)
                        ends.withLock { $0.append(network.now) }
                    }
                }
                await network.clock.advance(by: .zero)
                for count in 1...5 {
                    #expect(network.server.count == count)
                    await network.clock.advance(by: .seconds(1))
                }
                await network.clock.advance(by: .seconds(60))
            }
        }
        #expect(ends.withLock { $0 } == [30, 31, 32, 33, 34].map { .seconds($0) })
    }

    // MARK: Files

    private func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID().uuidString)")
    }

    /// Downloads, to a file that is gone then.
    private func download(
        over network: FaultyNetwork,
        _ configure: (inout RequestOptions) -> Void = { _ in }
    ) async throws -> (content: Data, response: Response?) {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let response = try await withVirtualTime(network.clock) {
            var response: Response?
            for try await event in network.provider.download(.text, to: file, options: RequestOptions(configure)) {
                if case .finished(let finished) = event { response = finished }
            }
            return response
        }
        return (try Data(contentsOf: file), response)
    }

    @Test(arguments: [Fault.Failure.truncated(afterBytes: 0), .connectionReset(), .halfOpen(afterBytes: 0)])
    func downloadFailsAsItsConnectionDoes(failure: Fault.Failure) async throws {
        let network = FaultyNetwork(FaultScript(.failing(failure)))
        let error = await #expect(throws: TalynError.self) { try await download(over: network) }
        #expect(error?.transportError?.kind == failure.kind)
    }

    @Test func downloadResumesAfterADrop() async throws {
        let script = FaultScript(
            .calls(1...1, .failing(.truncated(afterBytes: 4))),
            .latency(.seconds(1)),
            .throughput(bytesPerSecond: 10)
        )
        let network = FaultyNetwork(script, headerFields: [.eTag: "\"1\""])
        let (content, response) = try await download(over: network)
        #expect(content == Data("0123456789".utf8))
        #expect(response?.metrics?.attempts.count == 2)
        #expect(network.server.count == 2)
        // The server knows nothing of ranges.
        #expect(network.now == .milliseconds(1000 + 400 + 1000 + 1000))
    }

    /// Files are written in real time, in which no virtual time is to pass.
    @Test func deadlineOfADownloadIsNotUpWhileItsFileIsWritten() async throws {
        for _ in 0..<10 {
            let network = FaultyNetwork(FaultScript(.latency(.seconds(1)), .chunks(of: 1)))
            let (content, _) = try await download(over: network) {
                $0.timeout = .seconds(50)
                $0.deadline = .seconds(100)
            }
            #expect(content.count == 10)
            #expect(network.now < .seconds(50))
        }
    }

    @Test func nothingIsLeftWaitingWhenATransferEnds() async throws {
        let network = FaultyNetwork(FaultScript(.latency(.seconds(1)), .chunks(of: 1)))
        try await withVirtualTime(network.clock) {
            let (_, response) = try await download(over: network) {
                $0.timeout = .seconds(5)
                $0.deadline = .seconds(10)
            }
            #expect(response?.metrics?.duration == .seconds(1))
            await network.clock.advance(by: .zero)
            #expect(network.clock.sleeperCount == 0)
        }
    }
}

/// Chance that is always the most there can be.
private struct MostChance: RandomNumberGenerator, Sendable {
    func next() -> UInt64 { .max }
}
