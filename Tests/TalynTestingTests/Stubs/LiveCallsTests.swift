import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTesting

/// The switch holds for a whole process, so each test has one of its own.
struct LiveCallsTests {
    @Test func callsWithoutStubsFailAndAreReported() async {
        await #expect(processExitsWith: .success) {
            forbidLiveCalls()
            let provider = Provider<Zen>(transport: Answering())
            await withKnownIssue {
                let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
                #expect(error?.reason == .rejected)
                #expect(error?.description.hasPrefix("Zen.zen GET https://") == true)
            } matching: { issue in
                "\(issue)".contains("this process forbids live calls")
            }
        }
    }

    @Test func detachedTaskReachesNoServer() async {
        // The process passes its issues on.
        await withKnownIssue {
            await #expect(processExitsWith: .success) {
                forbidLiveCalls()
                let transport = Answering()
                await withStubs { _ in
                    let call = Task.detached { try await Provider<Zen>(transport: transport).request(.zen) }
                    let result = await call.result
                    if case .success = result { exit(1) }
                }
                if transport.count.value != 0 { exit(1) }
            }
        } matching: { issue in
            "\(issue)".contains("this process forbids live calls")
        }
    }

    @Test func stubsAndSamplesAnswerAsBefore() async {
        await #expect(processExitsWith: .success) {
            forbidLiveCalls()
            try await withStubs { stubs in
                stubs.on(.get("/zen"), .text("Keep it simple."))
                let zen = try await Provider<Zen>(transport: Answering()).request(.zen, as: String.self)
                #expect(zen == "Keep it simple.")
            }
            _ = try await Provider<Zen>(transport: SampleTransport()).request(.zen)
        }
    }

    @Test func allowedCallsReachTheServer() async {
        await #expect(processExitsWith: .success) {
            forbidLiveCalls()
            let transport = Answering()
            try await withLiveCalls {
                async let first = Provider<Zen>(transport: transport).request(.zen)
                _ = try await first
            }
            #expect(transport.count.value == 1)
        }
    }

    @Test(.liveCalls) func traitAllowsCalls() async {
        #expect(LiveCalls.areAllowed)
        await Task { #expect(LiveCalls.areAllowed) }.value
        await Task.detached { #expect(!LiveCalls.areAllowed) }.value
    }
}

/// Takes the place of a server.
private final class Answering: Transport {
    let count = Watched(0)

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        count.update { $0 += 1 }
        return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
    }
}
