import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Circuits that several processes share: one plugin for each process.
struct SharedCircuitTests {
    private struct World {
        let clock = ManualClock()
        let store: MemoryCircuitBreakerStore
        let status = Locked(503)
        let sent = Recorder<Int>()

        init() {
            let clock = clock
            store = MemoryCircuitBreakerStore { clock.now.offset }
        }

        func process(options: StoreOptions = StoreOptions(maximumWait: .longest)) -> Provider<Zen> {
            let plugin = CircuitBreakerPlugin(
                threshold: CircuitBreakerPlugin.Threshold(failureRate: 0.5, minimumCalls: 4),
                resetTimeout: .seconds(10_000),
                store: store,
                storeOptions: options,
                clock: clock
            )
            let transport = ClosureTransport { [status, sent] _ in
                sent.record(1)
                return TransportResponse(statusCode: status.withLock { $0 }, body: HTTPBody(Data()))
            }
            return Provider(transport: transport, plugins: [plugin], clock: clock)
        }

        /// The reason for which the plugin refused a call, or the end of the call.
        func text(_ provider: Provider<Zen>) async -> String {
            let result = await Result { () async throws(TalynError) in try await provider.request(.zen) }
            if case .failure(let error) = result, let refusal = error.rejectionError { return "\(refusal.reason)" }
            return result.text
        }

        /// Lets the processes report until the store has got the counts of some calls.
        func report(_ calls: Int) async {
            while store.reports.reduce(0, { $0 + $1.calls }) < calls {
                clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
        }

        /// Opens the circuit by two processes, neither of which has seen enough calls.
        func open(_ processes: Provider<Zen>...) async {
            for process in processes {
                for _ in 0..<2 { _ = await text(process) }
            }
            await report(4)
            for process in processes {
                while await text(process) != "circuitOpen" {
                    clock.advance(by: .milliseconds(200))
                    await Task.yield()
                }
            }
        }
    }

    @Test func failuresOfAllProcessesOpenTheCircuit() async throws {
        let world = World()
        let (first, second, third) = (world.process(), world.process(), world.process())
        await world.open(first, second)
        // One that has seen no failure learns it with its first report.
        world.status.withLock { $0 = 200 }
        #expect(await world.text(third) == "200")
        await world.store.reports { $0.contains { $0.failures == 0 && $0.calls == 1 } }
        #expect(await world.text(first) == "circuitOpen")
    }

    @Test func oneProcessProbes() async throws {
        let world = World()
        let (first, second) = (world.process(), world.process())
        await world.open(first, second)
        world.status.withLock { $0 = 200 }
        let count = world.sent.events.count
        world.clock.advance(by: .seconds(10_000))
        #expect(await world.text(first) == "200")
        #expect(world.sent.events.count == count + 1)
        await world.store.reports { $0.contains { $0.probe == .succeeded(1) } }
        // The other one learns that the circuit is closed when it could probe.
        #expect(await world.text(second) == "200")
    }

    @Test func probeThatFailsKeepsTheCircuitOpenForAll() async throws {
        let world = World()
        let (first, second) = (world.process(), world.process())
        await world.open(first, second)
        let count = world.sent.events.count
        world.clock.advance(by: .seconds(10_000))
        #expect(await world.text(first).hasSuffix("503"))
        await world.store.reports { $0.contains { $0.probe == .failed(1) } }
        #expect(await world.text(second) == "circuitOpen")
        #expect(world.sent.events.count == count + 1)
    }

    @Test func storeThatFailsLeavesTheCircuitToTheProcess() async throws {
        let world = World()
        world.store.set(.fails)
        let process = world.process()
        _ = await world.text(process)
        await world.store.reports { !$0.isEmpty }
        var texts: [String] = []
        while texts.last != "circuitOpen", texts.count < 1_000 { texts.append(await world.text(process)) }
        #expect(texts.last == "circuitOpen")
        // When the store answers again, its state counts.
        world.store.set(.answers)
        world.clock.advance(by: .seconds(1))
        while await world.text(process) == "circuitOpen" { await Task.yield() }
    }

    @Test func storeThatFailsCanFailTheCalls() async throws {
        let world = World()
        world.store.set(.fails)
        let process = world.process(options: StoreOptions(fallback: .failure, maximumWait: .milliseconds(10)))
        _ = await world.text(process)
        await world.store.reports { !$0.isEmpty }
        await world.clock.sleeper(for: .milliseconds(10))
        world.clock.advance(by: .milliseconds(10))
        var isStoreError = false
        while !isStoreError {
            let call = StartedCall(Zen.zen, process)
            while call.completions.isEmpty {
                world.clock.advance(by: .milliseconds(10))
                await Task.yield()
            }
            if case .failure(let error) = try await call.result() { isStoreError = error.underlyingError is StoreError }
        }
    }
}
