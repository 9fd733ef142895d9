import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

/// The limit of the size of a response in memory.
struct ResponseSizeTests {
    /// Each chunk of the body is the same object, so the test needs little memory until the response is whole.
    @Test func responseInMemoryIsLimitedByDefault() async throws {
        let maximum = RequestOptions.standardMaximumResponseSize
        let chunk = Data(count: maximum / 10)
        for (chunks, fits) in [(10, true), (11, false)] {
            let transport = ClosureTransport { _ in
                TransportResponse(
                    statusCode: 200,
                    body: HTTPBody(isReplayable: false) {
                        var count = 0
                        return {
                            count += 1
                            return count <= chunks ? chunk : nil
                        }
                    }
                )
            }
            let provider = Provider<Zen>(transport: transport)
            let result = await Result { () async throws(TalynError) in try await provider.request(.zen) }
            switch result {
            case .success(let response): #expect(fits && response.data.count == maximum)
            case .failure(let error): #expect(!fits && error.transportError?.kind == .responseTooLarge)
            }
        }
    }

    @Test(arguments: [(100, true), (99, false), (0, false)])
    func responseMayBeAsLongAsItsLimit(limit: Int64, fits: Bool) async throws {
        let options = RequestOptions { $0.maximumResponseSize = limit }
        let whole = ClosureTransport { _ in
            TransportResponse(statusCode: 200, body: HTTPBody(Data(repeating: 7, count: 100)))
        }
        let chunked = ClosureTransport { _ in
            TransportResponse(
                statusCode: 200,
                body: HTTPBody(isReplayable: false) {
                    var count = 0
                    return {
                        count += 1
                        return count <= 10 ? Data(repeating: 7, count: 10) : nil
                    }
                }
            )
        }
        for transport in [whole, chunked] {
            let provider = Provider<Zen>(transport: transport, requestOptions: options)
            let result = await Result { () async throws(TalynError) in try await provider.request(.zen) }
            switch result {
            case .success(let response):
                #expect(fits)
                #expect(response.data.count == 100)
            case .failure(let error):
                #expect(!fits)
                #expect(error.transportError?.kind == .responseTooLarge)
            }
        }
    }

    @Test func endlessResponseIsLeftAtTheLimit() async throws {
        let chunks = Locked(0)
        let transport = ClosureTransport { _ in
            TransportResponse(
                statusCode: 200,
                body: HTTPBody(isReplayable: false) {
                    {
                        chunks.withLock { $0 += 1 }
                        return Data(repeating: 7, count: 1_000)
                    }
                }
            )
        }
        let options = RequestOptions { $0.maximumResponseSize = 10_000 }
        let provider = Provider<Zen>(transport: transport, requestOptions: options)
        let result = await Result { () async throws(TalynError) in try await provider.request(.zen) }
        #expect(result.text == "failed")
        #expect(chunks.withLock { $0 } == 11)
    }

    @Test func lengthThatTheHeadTellsIsEnough() async throws {
        let transport = ClosureTransport { _ in
            TransportResponse(
                statusCode: 200,
                headerFields: [.contentLength: "10001"],
                body: HTTPBody(isReplayable: false) { { throw TransportError(.connectionLost) } }
            )
        }
        let options = RequestOptions { $0.maximumResponseSize = 10_000 }
        let provider = Provider<Zen>(transport: transport, requestOptions: options)
        let result = await Result { () async throws(TalynError) in try await provider.request(.zen) }
        guard case .failure(let error) = result else { Issue.record("no failure"); return }
        #expect(error.transportError?.kind == .responseTooLarge)
    }

    @Test func lengthOfABodyThatHeadWouldHaveDoesNotCount() async throws {
        let transport = ClosureTransport { _ in
            TransportResponse(
                statusCode: 200,
                headerFields: [.contentLength: "10001"],
                body: HTTPBody(isReplayable: false) { { nil } }
            )
        }
        let options = RequestOptions { $0.maximumResponseSize = 10_000 }
        let url = try #require(URL(string: "https://example.com"))
        let provider = Provider<Probe>(transport: transport, requestOptions: options)
        #expect(try await provider.request(Probe(url, "/", .head)).data.isEmpty)
    }
}
