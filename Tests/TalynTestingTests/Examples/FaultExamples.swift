import Foundation
import TalynTesting
import Testing

/// The examples of the page on faults, and of the comments.
struct FaultExamples {
    private enum Shop: TargetType {
        case cart
        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath { "cart" }
    }

    private struct Server: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: HTTPBody(Data("[]".utf8)))
        }
    }

    private let server = Server()

    /// The failures and the durations of calls under a script, one after the other.
    private func calls(
        _ count: Int,
        _ script: FaultScript
    ) async -> [(kind: TransportError.Kind?, duration: Duration?)] {
        let clock = VirtualClock()
        let shop = Provider<Shop>(transport: FaultTransport(wrapping: server, script, clock: clock), clock: clock)
        return await withVirtualTime(clock) {
            var calls: [(TransportError.Kind?, Duration?)] = []
            for _ in 0..<count {
                do throws(TalynError) {
                    calls.append((nil, try await shop.request(.cart).metrics?.duration))
                } catch {
                    calls.append((error.transportError?.kind, error.metrics?.duration))
                }
            }
            return calls
        }
    }

    @Test func outage() async throws {
        let clock = VirtualClock()
        let outage = FaultScript(.calls(1...2, .failing(.connectionRefused)), .latency(.milliseconds(200)))
        let shop = Provider<Shop>(
            transport: FaultTransport(wrapping: server, outage, clock: clock),
            plugins: [RetryPlugin(clock: clock)],
            clock: clock
        )
        try await withVirtualTime(clock) {
            let response = try await shop.request(.cart)
            #expect(response.metrics?.attempts.count == 3)
        }
    }

    @Test func transport() async throws {
        let clock = VirtualClock()
        let outage = FaultScript(.calls(1...2, .failing(.connectionRefused)))
        let transport = FaultTransport(wrapping: server, outage, clock: clock)
        let provider = Provider<Shop>(transport: transport, plugins: [RetryPlugin(clock: clock)], clock: clock)
        try await withVirtualTime(clock) {
            let text = try await provider.request(.cart, as: String.self)
            #expect(text == "[]")
        }
    }

    @Test func overTime() async {
        let outage = FaultScript(.calls(3...5, .failing(.timeout)))
        let hiccup = FaultScript(.steps(.failing(.connectionReset()), .latency(.seconds(3))))
        let isFailed = await calls(7, outage).map { $0.kind != nil }
        #expect(isFailed == [false, false, true, true, true, false, false])
        let (first, second) = (await calls(2, hiccup)[0], await calls(2, hiccup)[1])
        #expect(first.kind == .connectionLost)
        #expect(second.kind == nil && second.duration == .seconds(3))
    }

    @Test func chance() async {
        let train = FaultScript(
            .latency(.normal(mean: .milliseconds(300), deviation: .milliseconds(100))),
            .throughput(bytesPerSecond: 50_000),
            .failing(.connectionReset(afterBytes: 100), rate: 0.1),
            seed: 7
        )
        let calls = await calls(20, train)
        #expect(Set(calls.map(\.duration)).count > 1)
    }

    @Test func timeout() async {
        let clock = VirtualClock()
        let slow = FaultScript(.latency(.seconds(20)))
        let transport = FaultTransport(wrapping: server, slow, clock: clock)
        let shop = Provider<Shop>(transport: transport, clock: clock)
        await withVirtualTime(clock) {
            let error = await #expect(throws: TalynError.self) {
                try await shop.request(.cart, options: RequestOptions { $0.timeout = .seconds(5) })
            }
            #expect(error?.isTimedOut == true)
            #expect(error?.metrics?.duration == .seconds(5))
        }
    }

    @Test func clock() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            try await clock.sleep(for: .seconds(3600))  // at once
        }
        print(clock.now.offset)  // 3600.0 seconds
    }

    @Test func byHand() async throws {
        let clock = VirtualClock()
        let ticks = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers(count: 1)
        await clock.advance(by: .seconds(4))
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 0)
        try await ticks.value
    }

    @Test func sleepers() async throws {
        let clock = VirtualClock()
        let task = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers(count: 1)
        await clock.advance(by: .seconds(5))
        try await task.value
    }

    @Test func scope() async throws {
        let clock = VirtualClock()
        let shop = Provider<Shop>(transport: server, plugins: [RetryPlugin(clock: clock)], clock: clock)
        try await withVirtualTime(clock) {
            _ = try await shop.request(.cart)  // with its pauses between attempts, at once
        }
    }
}
