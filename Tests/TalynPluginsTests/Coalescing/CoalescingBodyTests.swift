import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Calls that share an exchange get its head when it arrives, and its body when all of it is there.
struct CoalescingBodyTests {
    private let sent = Recorder<String>()
    /// The number of chunks that were asked for.
    private let asked = Watched(0)
    private let isOpen = Watched(false)
    private let coalescing = CoalescingPlugin()

    /// A body of two chunks. The second one arrives when the test lets it, or fails.
    private func body(failing error: (any Error)? = nil) -> HTTPBody {
        let chunks = Locked(["a", "b"])
        return HTTPBody(nextChunk: { [asked, isOpen] in
            guard let chunk = chunks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return nil }
            asked.update { $0 += 1 }
            if chunk == "b" {
                await isOpen.wait { $0 }
                try Task.checkCancellation()
                if let error { throw error }
            }
            return Data(chunk.utf8)
        })
    }

    private func provider(
        status: Int = 200,
        failing error: (any Error)? = nil,
        requestOptions: RequestOptions = RequestOptions()
    ) -> Provider<Zen> {
        Provider(
            transport: ClosureTransport { [self] _ in
                sent.record("sent")
                return TransportResponse(statusCode: status, body: body(failing: error))
            },
            plugins: [coalescing],
            requestOptions: requestOptions
        )
    }

    /// Starts a call, and another one while the body arrives.
    private func calls(_ provider: Provider<Zen>, _ target: Zen = .zen) async -> [StartedCall] {
        let first = StartedCall(target, provider)
        await asked.wait { $0 == 2 }
        let second = StartedCall(target, provider)
        while coalescing.waiterCount < 2 { await Task.yield() }
        return [first, second]
    }

    @Test func callThatComesAfterTheHeadGetsTheWholeBody() async throws {
        let calls = await calls(provider())
        isOpen.update { $0 = true }
        for call in calls { #expect(try await call.data() == Data("ab".utf8)) }
        #expect(sent.events.count == 1)
        #expect(coalescing.isIdle)
    }

    @Test func bodyThatBreaksOffFailsEveryCall() async throws {
        let calls = await calls(provider(failing: TransportError(.connectionLost)))
        isOpen.update { $0 = true }
        for call in calls { #expect(try await call.result().text == "failed") }
        #expect(coalescing.isIdle)
    }

    @Test func failureKeepsTheBeginningOfABodyThatBreaksOff() async throws {
        let calls = await calls(provider(status: 404, failing: TransportError(.connectionLost)), .strict)
        isOpen.update { $0 = true }
        for call in calls {
            guard case .failure(let error) = try await call.result() else {
                Issue.record("The call has succeeded.")
                continue
            }
            #expect(error.response?.data == Data("a".utf8))
        }
    }

    @Test func bodyAboveTheLimitFailsEveryCall() async throws {
        let calls = await calls(provider(requestOptions: RequestOptions { $0.maximumResponseSize = 1 }))
        isOpen.update { $0 = true }
        for call in calls {
            guard case .failure(let error) = try await call.result() else {
                Issue.record("The call has succeeded.")
                continue
            }
            #expect(error.transportError?.kind == .responseTooLarge)
        }
        #expect(coalescing.isIdle)
    }

    @Test func callThatLeavesWhileTheBodyArrivesAffectsNobodyElse() async throws {
        let calls = await calls(provider())
        try await calls[0].cancelAndExpectCompletion()
        isOpen.update { $0 = true }
        #expect(try await calls[1].data() == Data("ab".utf8))
    }

    @Test func bodyThatEverybodyHasLeftIsCancelled() async throws {
        let provider = provider()
        for call in await calls(provider) { try await call.cancelAndExpectCompletion() }
        #expect(coalescing.isIdle)
        let next = StartedCall(Zen.zen, provider)
        isOpen.update { $0 = true }
        #expect(try await next.data() == Data("ab".utf8))
        #expect(sent.events.count == 2)
    }

    @Test func redirectWithAnEndlessBodyIsFollowed() async throws {
        let clock = ManualClock()
        let transport = ClosureTransport { [isOpen] request in
            guard request.head.path == "/zen" else {
                return TransportResponse(statusCode: 200, body: HTTPBody(Data("there".utf8)))
            }
            let body = HTTPBody(nextChunk: {
                await isOpen.wait { $0 }
                try Task.checkCancellation()
                return Data()
            })
            return TransportResponse(statusCode: 302, headerFields: [.location: "/there"], body: body)
        }
        let provider = Provider<Zen>(transport: transport, plugins: [coalescing], clock: clock)
        let call = StartedCall(Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(100))
        #expect(try await call.data() == Data("there".utf8))
        #expect(coalescing.isIdle)
    }
}
