import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Random faults, expiries and cancellations from all threads: each call completes exactly once, and nothing is sent more
/// often than it may be.
@Suite(.serialized, .hammer) struct AuthenticationHammerTests {
    @Test(arguments: CallStyle.allCases)
    func eachCallCompletesOnce(style: CallStyle) async throws {
        let valid = Locked(0)
        let running = Locked((now: 0, most: 0, count: 0))
        let sent = Locked<[String: Int]>([:])
        let transport = ClosureTransport { request in
            let path = request.url?.path ?? ""
            sent.withLock { $0[path, default: 0] += 1 }
            for _ in 0..<path.utf8.reduce(0, { ($0 &* 31 &+ Int($1)) & 15 }) {
                await Task.yield()
                try Task.checkCancellation()
            }
            // Now and then the token that is taken changes.
            let token = valid.withLock { valid in
                if path.hasSuffix("13") { valid += 1 }
                return valid
            }
            let isRight = request.headerFields[.authorization] == "Bearer \(token)"
            if isRight, path.hasSuffix("7") { throw TransportError(.connectionLost) }
            return TransportResponse(statusCode: isRight ? 200 : 401, body: HTTPBody(Data()))
        }
        let authenticator = TokenAuthenticator { _ in
            let count = running.withLock { running in
                running.now += 1
                running.most = max(running.most, running.now)
                running.count += 1
                return running.count
            }
            for _ in 0..<20 { await Task.yield() }
            running.withLock { $0.now -= 1 }
            if count % 5 == 0 { throw NoTokenError() }
            return TestToken(text: "\(valid.withLock { $0 })")
        }
        let plugin = AuthenticationPlugin(
            authenticator,
            credential: TestToken(text: "none"),
            maximumRefreshes: 500,
            clock: ManualClock()
        )
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let results = Recorder<String>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<50 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for index in 0..<40 {
                        let call = StartedCall(style, Zen.user("\(worker)-\(index)"), provider)
                        let isCancelled = generator.next() % 3 == 0
                        if isCancelled {
                            for _ in 0..<generator.next() % 40 { await Task.yield() }
                            call.cancel()
                        }
                        let text = try await call.result().text
                        #expect(isCancelled || text != "cancelled", "another call's cancellation")
                        #expect(call.completions == [text])
                        results.record(text)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(results.events.count == 2_000)
        #expect(Set(results.events).isSubset(of: ["200", "401", "refused 401", "failed", "cancelled"]))
        #expect(Set(results.events).isSuperset(of: ["200", "cancelled"]))
        #expect(sent.withLock { $0.values.max() } == 2)
        #expect(running.withLock { $0.most } == 1, "refreshes at a time")
        #expect(running.withLock { $0.count } <= 500)
    }
}
