#if Tools && Valkey && os(Linux)
import Foundation
import Logging
import TalynCore
import TalynPlugins
import TalynValkey
import Valkey
import _TalynSupport

/// Clients that take permits of one rate limit together. Each has its own connections and its own plugin, as a process has. The
/// transport answers in memory.
@available(Valkey, *)
struct SharedLimitRun: Sendable {
    let port: Int
    let clients: Int
    /// The permits in a second.
    let limit: Int
    let burst: Int
    /// The calls that all clients together want to make in a second.
    let demand: Int
    let seconds: Int

    struct Result: Sendable {
        /// The times at which calls passed, from the start.
        var passes: [Duration] = []
        /// The times that they waited.
        var waits: [Duration] = []
        var rejections = 0
        var requests = 0
        /// The calls that passed, for each client.
        var shares: [Int] = []
    }

    /// A target that needs nothing.
    private struct Tick: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/tick" }
    }

    private struct CountingStore: RateLimitStore {
        let store: any RateLimitStore
        let requests: Locked<Int>

        func take(_ request: RateLimitRequest, key: String) async throws -> RateLimitGrant {
            requests.withLock { $0 += 1 }
            return try await store.take(request, key: key)
        }
    }

    private struct MemoryTransport: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }

    func run() async throws -> Result {
        let name = UUID().uuidString
        return try await withThrowingTaskGroup(of: Result.self) { group in
            for client in 0..<clients { group.addTask { try await run(client, name) } }
            var whole = Result()
            for try await part in group {
                whole.passes += part.passes
                whole.waits += part.waits
                whole.rejections += part.rejections
                whole.requests += part.requests
                whole.shares.append(part.passes.count)
            }
            whole.passes.sort()
            whole.waits.sort()
            return whole
        }
    }

    private func run(_ client: Int, _ name: String) async throws -> Result {
        let logger = Logger(label: "limits") { _ in SwiftLogNoOpLogHandler() }
        let valkey = ValkeyClient(.hostname("127.0.0.1", port: port), logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await valkey.run() }
            let result = try await calls(ValkeyServer(valkey, logger: logger), client, name)
            group.cancelAll()
            return result
        }
    }

    /// Makes calls at random times for the duration of the run.
    private func calls(_ server: ValkeyServer, _ client: Int, _ name: String) async throws -> Result {
        let requests = Locked(0)
        let store = CountingStore(store: ValkeyRateLimitStore(on: server, name: name), requests: requests)
        let plugin = RateLimitPlugin(
            limit,
            per: .seconds(1),
            burst: burst,
            maximumWait: .seconds(1),
            store: store,
            storeOptions: StoreOptions(maximumWait: .seconds(1))
        )
        let provider = Provider<Tick>(transport: MemoryTransport(), plugins: [plugin])
        let clock = ContinuousClock()
        let start = clock.now
        let result = Locked(Result())
        try await withThrowingTaskGroup(of: Void.self) { group in
            var next = Duration.zero
            while clock.now - start < .seconds(seconds) {
                while next <= clock.now - start {
                    let begin = clock.now
                    group.addTask {
                        do {
                            _ = try await provider.request(Tick())
                            let end = clock.now
                            result.withLock {
                                $0.passes.append(end - start)
                                $0.waits.append(end - begin)
                            }
                        } catch {
                            result.withLock { $0.rejections += 1 }
                        }
                    }
                    // Arrivals without memory.
                    let mean = Double(clients) / Double(demand)
                    next += .seconds(-mean * log(Double.random(in: 1e-9..<1)))
                }
                try await clock.sleep(for: .milliseconds(1))
            }
            try await group.waitForAll()
        }
        var all = result.withLock { $0 }
        all.requests = requests.withLock { $0 }
        return all
    }
}

@available(Valkey, *)
extension SharedLimitRun.Result {
    /// The largest number of calls that passed within a second.
    var mostInASecond: Int {
        var first = 0
        var most = 0
        for index in passes.indices {
            while passes[index] - passes[first] >= .seconds(1) { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    func wait(_ share: Double) -> Duration {
        waits.isEmpty ? .zero : waits[min(Int(Double(waits.count) * share), waits.count - 1)]
    }

    var text: String {
        let perPermit = Double(requests) / Double(max(passes.count, 1))
        func milliseconds(_ time: Duration) -> String { String(format: "%.2f ms", time.seconds * 1_000) }
        return """
            \(passes.count) calls passed, \(rejections) were rejected; \(mostInASecond) in the busiest second
            \(requests) commands, \(String(format: "%.3f", perPermit)) for each permit
            wait: median \(milliseconds(wait(0.5))), 99 % \(milliseconds(wait(0.99))), longest \(milliseconds(wait(1)))
            calls of the clients: \(shares.min() ?? 0) to \(shares.max() ?? 0)
            """
    }
}
#endif
