import Foundation
import TalynCore
import TalynStubs
import Testing
import _TalynSupport

/// The work for which time stands still, and the order of events.
struct VirtualTimeScopeTests {
    /// Answers each call after as many seconds as its path says.
    private struct Slow: Transport {
        let clock: VirtualClock
        let log: Locked<[String]>

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let name = request.url?.lastPathComponent ?? ""
            log.withLock { $0.append("\(clock.now.offset.seconds) sent \(name)") }
            try await clock.sleep(for: .seconds(Int(name) ?? 1))
            log.withLock { $0.append("\(clock.now.offset.seconds) answered \(name)") }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data(name.utf8)))
        }
    }

    private struct Item: TargetType {
        let path: RequestPath
        var baseURL: URL { URL(string: "https://api.example.com")! }
    }

    // MARK: The same order each time

    @MainActor @Test func eventsOfAMainActorTestComeInTheSameOrderEachTime() async {
        var orders: Set<[String]> = []
        for _ in 0..<50 {
            let clock = VirtualClock()
            let log = Locked<[String]>([])
            await withVirtualTime(clock) {
                let items = Provider<Item>(transport: Slow(clock: clock, log: log))
                // As a view model does.
                let tasks = ["3", "1", "2"].map { path in
                    Task {
                        let text = try? await items.request(Item(path: "\(path)"), as: String.self)
                        log.withLock { $0.append("shown \(text ?? "failed")") }
                    }
                }
                for task in tasks { await task.value }
            }
            orders.insert(log.withLock { $0 })
        }
        #expect(
            orders == [
                [
                    "0.0 sent 3", "0.0 sent 1", "0.0 sent 2", "1.0 answered 1", "shown 1", "2.0 answered 2",
                    "shown 2", "3.0 answered 3", "shown 3",
                ]
            ]
        )
    }

    @Test func aTaskThatOutlivesTheScopeKeepsTheScopesOwnClock() async throws {
        let late = await withVirtualTime {
            Task { try await TimeSource(ContinuousClock()).sleep(for: .seconds(3600)) }
        }
        try await late.value
    }

    // MARK: Work for which time stands

    /// Goes through the main thread and the global queue so often that time would have moved if the scope had no work.
    private static func otherWork(_ rounds: Int = 50, then body: @escaping @Sendable () -> Void) {
        guard rounds > 0 else { return body() }
        DispatchQueue.main.async { DispatchQueue.global().async { otherWork(rounds - 1, then: body) } }
    }

    private static func blockForOtherWork() {
        let isOver = DispatchSemaphore(value: 0)
        otherWork { isOver.signal() }
        isOver.wait()
    }

    @Test func timeStandsWhileAThreadWorks() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            async let time = withCheckedContinuation { continuation in
                FileWork.start {
                    Self.blockForOtherWork()
                    continuation.resume(returning: clock.now.offset)
                }
            }
            async let sleeper: Void = clock.sleep(for: .seconds(1))
            #expect(await time == .zero)
            try await sleeper
            #expect(clock.now.offset == .seconds(1))
        }
    }

    // MARK: Tasks that never wait

    @Test func timePassesBesideATaskThatPolls() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let isDone = Locked(false)
            async let sleeper: Void = {
                try await clock.sleep(for: .seconds(1))
                isDone.withLock { $0 = true }
            }()
            while !isDone.withLock({ $0 }) { await Task.yield() }
            try await sleeper
        }
        #expect(clock.now.offset == .seconds(1))
    }

    @Test func timePassesBesideATaskThatStartsSleepersForEver() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            try await withThrowingTaskGroup { group in
                group.addTask {
                    while !Task.isCancelled {
                        await withTaskGroup { group in
                            group.addTask { try? await clock.sleep(for: .seconds(3600)) }
                            await clock.waitForSleepers(count: 2)
                            group.cancelAll()
                        }
                    }
                }
                group.addTask { try await clock.sleep(for: .seconds(1)) }
                try await group.next()
                group.cancelAll()
            }
        }
        #expect(clock.now.offset == .seconds(1))
    }
}
