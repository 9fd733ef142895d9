#if Valkey
import Foundation
import Logging
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

@Suite(.enabled(if: ProcessInfo.processInfo.environment["TRIAL"] != nil))
struct KeepAliveTrial {
    @available(Valkey, *)
    @Test func keepAliveInAnOutage() async throws {
        try await RedisServer.withServer { redis in
            let client = ValkeyClient(
                .hostname("127.0.0.1", port: redis.port),
                configuration: .init(keepAliveBehavior: .init(frequency: .milliseconds(200)), commandTimeout: .milliseconds(500)),
                logger: Logger(label: "client")
            )
            try await Fleet.running([client]) {
                let server = ValkeyServer(client)
                let script = ValkeyScript(.read, "return 1")
                for round in 0..<3 {
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<10 { group.addTask { _ = try? await server.run(script, of: "a", keys: [], as: Int.self) } }
                    }
                    try await Task.sleep(for: .milliseconds(500))
                    redis.pause()
                    try await Task.sleep(for: .seconds(3))
                    redis.resume()
                    print("round \(round)", try? await server.run(script, of: "a", keys: [], as: Int.self))
                    try await Task.sleep(for: .seconds(2))
                    print("round \(round)", try? await server.run(script, of: "a", keys: [], as: Int.self))
                }
            }
        }
    }
}
#endif
