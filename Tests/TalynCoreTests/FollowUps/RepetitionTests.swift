import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

/// The repetition of requests whose connection was closed. The transport fails as often as a test says.
struct RepetitionTests {
    private static let url = URL(string: "https://example.com")!

    /// A call after failures, and the number of requests.
    private func call(
        _ method: HTTPRequest.Method,
        body: RequestBody = .none,
        after failures: [TransportError]
    ) async -> (result: Result<Response, TalynError>, requests: Int) {
        let count = Locked(0)
        let transport = ClosureTransport { _ in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            if failures.indices.contains(number) { throw failures[number] }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let provider = Provider<Probe>(transport: transport)
        do {
            let response = try await provider.request(Probe(Self.url, "/", method, body: body))
            return (.success(response), count.withLock { $0 })
        } catch {
            return (.failure(TalynError(error)), count.withLock { $0 })
        }
    }

    private func failure(_ failure: TransportError.Delivery?) -> TransportError {
        var error = TransportError(.connectionLost)
        error.delivery = failure
        return error
    }

    @Test(arguments: [HTTPRequest.Method.get, .put, .query])
    func idempotentRequestIsRepeated(_ method: HTTPRequest.Method) async throws {
        let (result, requests) = await call(method, after: [failure(.unanswered)])
        #expect(requests == 2)
        #expect(try result.get().metrics?.attempts.last?.transport.repetitions == 1)
    }

    @Test func otherRequestIsRepeatedOnlyIfItWasNotProcessed() async {
        #expect(await call(.post, after: [failure(.unanswered)]).requests == 1)
        #expect(await call(.post, after: [failure(.unprocessed)]).requests == 2)
    }

    @Test func connectionThatBrokeLaterIsNotReplaced() async {
        #expect(await call(.get, after: [failure(nil)]).requests == 1)
    }

    @Test func repetitionsAreLimited() async {
        let failures = Array(repeating: failure(.unanswered), count: 10)
        #expect(await call(.get, after: failures).requests == 1 + FollowUpHandler.maximumRepetitions)
    }

    @Test func streamThatCanBeSentOnceIsNotRepeated() async {
        let stream = HTTPBody(isReplayable: false) { { nil } }
        #expect(await call(.put, body: .stream(stream), after: [failure(.unprocessed)]).requests == 1)
    }

    /// The first connection may have carried the request.
    @Test func laterFailureProvesNothing() async throws {
        for between in [[], [failure(.unprocessed)]] {
            let (result, _) = await call(
                .get,
                after: [failure(.unanswered)] + between + [TransportError(.cannotConnect)]
            )
            let error = try #require(throws: TalynError.self) { try result.get() }
            #expect(error.transportError?.kind == .cannotConnect)
            #expect(error.transportError?.mayHaveBeenSent == true)
        }
    }
}
