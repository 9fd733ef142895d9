#if Tools && Valkey && os(Linux)
import Dispatch
import Foundation
import Logging
import TalynCore
import TalynPlugins
import TalynValkey
import Valkey
import _TalynSupport

/// The part of one process in a run: it takes permits of a rate limit that others share. The transport answers in memory.
struct SharedLimitRun: Sendable, Codable {
    /// The calls of a process. Times are nanoseconds from the start of the run.
    struct Calls: Sendable, Codable {
        /// The times at which the calls that passed began, and those at which they passed.
        var begins: [Int] = []
        var passes: [Int] = []
        var rejections = 0
        /// The number of commands.
        var commands = 0
    }

    /// A target that needs nothing.
    private struct Tick: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/tick" }
    }

    private struct CountingStore: RateLimitStore {
        let store: any RateLimitStore
        let commands: Locked<Int>

        func take(_ request: RateLimitRequest, key: String) async throws -> RateLimitGrant {
            commands.withLock { $0 += 1 }
            return try await store.take(request, key: key)
        }
    }

    private struct MemoryTransport: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }

    /// The name of the limit.
    let name: String
    let port: Int
    let processes: Int
    /// The permits in a second.
    let limit: Int
    let burst: Int
    /// The calls that all processes together want to make in a second.
    let demand: Int
    let seconds: Int
    /// The time at which all processes begin, by ``now``.
    let start: Int

    /// Nanoseconds of a clock that all processes of the machine share.
    static var now: Int { Int(clamping: DispatchTime.now().uptimeNanoseconds) }

    /// Makes calls at random times for the duration of the run.
    @available(Valkey, *)
    func calls() async throws -> Calls {
        let logger = Logger(label: "limits") { _ in SwiftLogNoOpLogHandler() }
        let patient = ValkeyClientConfiguration(keepAliveBehavior: .init(frequency: .seconds(365 * 86_400)))
        let client = ValkeyClient(.hostname("127.0.0.1", port: port), configuration: patient, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await client.run() }
            let calls = try await calls(ValkeyServer(client, logger: logger))
            group.cancelAll()
            return calls
        }
    }

    @available(Valkey, *)
    private func calls(_ server: ValkeyServer) async throws -> Calls {
        let commands = Locked(0)
        // A process of a fleet has its connection already.
        let warm = RateLimitPlugin(
            limit,
            per: .seconds(1),
            store: ValkeyRateLimitStore(on: server, name: "\(name) before")
        )
        _ = try await Provider<Tick>(transport: MemoryTransport(), plugins: [warm]).request(Tick())
        let store = CountingStore(store: ValkeyRateLimitStore(on: server, name: name), commands: commands)
        let plugin = RateLimitPlugin(
            limit,
            per: .seconds(1),
            burst: burst,
            maximumWait: .seconds(1),
            store: store,
            storeOptions: StoreOptions(maximumWait: .seconds(1))
        )
        let provider = Provider<Tick>(transport: MemoryTransport(), plugins: [plugin])
        try await Task.sleep(for: .nanoseconds(start - Self.now))
        let calls = Locked(Calls())
        try await withThrowingTaskGroup(of: Void.self) { group in
            var next = 0
            while Self.now - start < seconds * 1_000_000_000 {
                while next <= Self.now - start {
                    let begin = Self.now - start
                    group.addTask {
                        do {
                            _ = try await provider.request(Tick())
                            let pass = Self.now - start
                            calls.withLock {
                                $0.begins.append(begin)
                                $0.passes.append(pass)
                            }
                        } catch {
                            calls.withLock { $0.rejections += 1 }
                        }
                    }
                    // Arrivals without memory.
                    next += Int(-Double(processes) / Double(demand) * log(Double.random(in: 1e-9..<1)) * 1e9)
                }
                try await Task.sleep(for: .milliseconds(1))
            }
            try await group.waitForAll()
        }
        var all = calls.withLock { $0 }
        all.commands = commands.withLock { $0 }
        return all
    }
}
#endif
