import Foundation
import TalynCore
import TestSupport
import Testing
import _TalynSupport

@testable import TalynStubs

/// What a provider makes of faults.
struct FaultTransportTests {
    // MARK: Slow networks

    @Test func latencyIsHowLongTheHeadTakes() async throws {
        let network = FaultyNetwork(FaultScript(.latency(.milliseconds(200)), .latency(.milliseconds(50))))
        let response = try await network.request(.text)
        #expect(try response.decode(String.self) == "0123456789")
        let metrics = try #require(response.metrics)
        #expect(metrics.duration == .milliseconds(250))
        #expect(metrics.attempts.map(\.receiving) == [.zero])
        #expect(network.now == .milliseconds(250))
    }

    @Test func throughputIsHowLongTheBodyTakes() async throws {
        let network = FaultyNetwork(
            FaultScript(.latency(.seconds(1)), .throughput(bytesPerSecond: 1000)),
            HTTPBody(Data(count: 5250))
        )
        let response = try await network.request(.text)
        #expect(response.data.count == 5250)
        let metrics = try #require(response.metrics)
        #expect(metrics.attempts.map(\.receiving) == [.milliseconds(5250)])
        #expect(metrics.duration == .milliseconds(6250))
    }

    @Test func latencyAboveTheIdleTimeoutEndsTheCallThen() async {
        let network = FaultyNetwork(FaultScript(.latency(.seconds(90))))
        let error = await network.failure()
        #expect(error?.isTimedOut == true)
        #expect(network.now == .seconds(60))
        #expect(error?.metrics?.duration == .seconds(60))
        #expect(await network.failure { $0.idleTimeout = .seconds(90) } == nil)
        #expect(network.now == .seconds(150))
    }

    @Test func slowBodyDoesNotTimeOut() async throws {
        let network = FaultyNetwork(FaultScript(.throughput(bytesPerSecond: 1)), HTTPBody(Data(count: 1000)))
        #expect(try await network.request(.text).data.count == 1000)
        #expect(network.now == .seconds(1000))
    }

    @Test func chunksAreOfTheirSize() async {
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 4))).chunks().texts == ["0123", "4567", "89"])
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 1))).chunks().texts.count == 10)
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 100))).chunks().texts == ["0123456789"])
    }

    @Test func chunksOfAStreamAreOfTheirSize() async {
        let body = HTTPBody(isReplayable: true) {
            var texts = ["01", "2345", "", "6", "789"]
            return { texts.isEmpty ? nil : Data(texts.removeFirst().utf8) }
        }
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 3)), body).chunks().texts == ["012", "345", "678", "9"])
        #expect(await FaultyNetwork(FaultScript(.throughput(bytesPerSecond: 50)), body).chunks().texts.count == 2)
    }

    @Test func chunksOfRandomSizesAreTheBody() async {
        let text = String(repeating: "0123456789", count: 100)
        let network = FaultyNetwork(FaultScript(.chunks(of: 5...50), seed: 3), HTTPBody(Data(text.utf8)))
        let (first, second) = (await network.chunks().texts, await network.chunks().texts)
        #expect(first.joined() == text)
        #expect(second.joined() == text)
        #expect(first != second)
        #expect(first.dropLast().allSatisfy { 5...50 ~= $0.utf8.count })
        #expect(Set(first.map(\.count)).count > 5)
    }

    // MARK: The transport itself

    @Test func isLiveIfTheWrappedTransportIs() {
        struct Network: Transport {
            var defaultHeaderFields: HTTPFields { HTTPFields(["A": "1"]) }
            func send(_ request: OutgoingRequest) async throws -> TransportResponse { throw CancellationError() }
        }
        #expect(FaultTransport(wrapping: Network(), FaultScript()).substitute == nil)
        #expect(FaultTransport(wrapping: Network(), FaultScript()).defaultHeaderFields == HTTPFields(["A": "1"]))
        let stub = FaultTransport(wrapping: FixedTransport(""), FaultScript())
        #expect(stub.substitute?.isLive == false)
        #expect(FaultTransport(wrapping: stub, FaultScript()).substitute?.isLive == false)
    }

    @Test func timeIsThatOfTheScopeUnlessItHasAClock() async throws {
        let clock = VirtualClock()
        let transport = FaultTransport(wrapping: FixedTransport("a"), FaultScript(.latency(.seconds(3600))))
        try await withVirtualTime(clock) {
            let options = RequestOptions { $0.idleTimeout = .seconds(7200) }
            let server = ClosureTransport { _ in throw TransportError(.cannotConnect) }
            try await withSubstitute(transport) {
                let response = try await Provider<FaultyAPI>(transport: server).request(.text, options: options)
                #expect(response.metrics?.duration == .seconds(3600))
            }
        }
        #expect(clock.now.offset == .seconds(3600))
    }

    @Test func cancelledCallEndsAtOnce() async throws {
        let clock = VirtualClock()
        let transport = FaultTransport(wrapping: FixedTransport("a"), FaultScript(.latency(.seconds(5))), clock: clock)
        let provider = Provider<FaultyAPI>(transport: transport, clock: clock)
        let task = Task { try await provider.request(.text) }
        await clock.waitForSleepers(count: 1)
        task.cancel()
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        #expect(clock.now.offset == .zero)
    }

    @Test func failureSaysThatAScriptMadeIt() async {
        let error = await FaultyNetwork(FaultScript(.failing(.connectionReset(afterBytes: 3)))).failure()
        let text = error?.transportError?.description ?? ""
        #expect(text.contains("https://api.example.com:8443"))
        #expect(text.contains("A fault script resets the connection after 3 bytes of the body."))
    }
}
