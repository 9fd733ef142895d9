import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct NetworkActivityPluginTests {
    private let recorder = Recorder<String>()

    private var plugin: NetworkActivityPlugin {
        NetworkActivityPlugin { [recorder] change, target in recorder.record("\(change) \(target.path)") }
    }

    private struct RetryingOnce: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            if let response = try? await next(endpoint), response.statusCode == 200 { return response }
            return try await next(endpoint)
        }
    }

    @Test func callBeginsAndEndsOnce() async throws {
        _ = try await Provider<Zen>(transport: SampleTransport(), plugins: [plugin]).request(.zen)
        #expect(recorder.events == ["began /zen", "ended /zen"])
    }

    @Test func eachAttemptBeginsAndEnds() async throws {
        let provider = Provider<Zen>(answering: { .networkResponse(503, Data()) }, plugins: [RetryingOnce(), plugin])
        _ = try await provider.request(.zen)
        #expect(recorder.events == ["began /zen", "ended /zen", "began /zen", "ended /zen"])
    }

    @Test func failedCallEnds() async {
        let provider = Provider<Zen>(answering: { .networkError(NSError(domain: "test", code: 1)) }, plugins: [plugin])
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(recorder.events == ["began /zen", "ended /zen"])
    }

    @Test func unsentCallIsNotReported() async {
        struct Refusing: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) throws { throw CancellationError() }
        }
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin, Refusing()])
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(recorder.events.isEmpty)
    }
}
