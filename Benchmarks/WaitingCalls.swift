#if Tools
import Foundation
import Talyn

/// The cost of one more call when many wait for a limit.
///
/// One call runs at a time. Each operation ends the running call, so that a waiting one begins, and starts a new one,
/// which waits in its place.
enum WaitingCalls {
    /// Answers a call when the next permit comes.
    private actor Gate: Transport {
        private var running: CheckedContinuation<Void, Never>?
        private var began: CheckedContinuation<Void, Never>?

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            await withCheckedContinuation { continuation in
                running = continuation
                began.take()?.resume()
            }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }

        /// Waits until a call runs, and ends it.
        func endCall() async {
            if running == nil { await withCheckedContinuation { began = $0 } }
            running.take()?.resume()
        }
    }

    static func concurrencyLimit(_ count: Int, _ seconds: Double) async throws -> Sample {
        let gate = Gate()
        let plugin = ConcurrencyLimitPlugin(1, key: .all)
        let provider = Provider<Stubs.GitHub>(transport: gate, plugins: [plugin])
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { _ = try await provider.request(.zen) } }
            // Lets each of them begin to wait.
            try await Task.sleep(for: .milliseconds(100 + count / 100))
            var stopwatch = Stopwatch(seconds: seconds)
            repeat {
                group.addTask { _ = try await provider.request(.zen) }
                await gate.endCall()
                try await group.next()
            } while stopwatch.lap()
            let sample = stopwatch.sample()
            group.cancelAll()
            // The running call doesn't heed its cancellation.
            await gate.endCall()
            while (try? await group.next()) != nil {}
            return sample
        }
    }

    /// One call passes at a time that never comes. Each operation adds a call and cancels it.
    static func rateLimit(_ count: Int, _ seconds: Double) async throws -> Sample {
        let plugin = RateLimitPlugin(1, per: .seconds(1_000_000), key: .all)
        let provider = Provider<Stubs.GitHub>(transport: SampleTransport(), plugins: [plugin])
        _ = try await provider.request(.zen)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { _ = try? await provider.request(.zen) } }
            try await Task.sleep(for: .milliseconds(100 + count / 100))
            var stopwatch = Stopwatch(seconds: seconds)
            repeat {
                let call = Task { try await provider.request(.zen) }
                await Task.yield()
                call.cancel()
                _ = await call.result
            } while stopwatch.lap()
            let sample = stopwatch.sample()
            group.cancelAll()
            return sample
        }
    }
}
#endif
