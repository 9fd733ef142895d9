#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP2
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynPlugins

struct TransportErrorTests {
    @Test(
        arguments: [
            ([], .cannotConnect), ([ENETUNREACH], .notConnected), ([ENETDOWN, ENETUNREACH], .notConnected),
            ([ENETUNREACH, ECONNREFUSED], .cannotConnect), ([ECONNREFUSED, ENETUNREACH], .cannotConnect),
            ([ETIMEDOUT], .cannotConnect), ([EHOSTUNREACH], .cannotConnect), ([EMFILE], .other),
            ([EACCES, ENFILE], .other), ([EMFILE, ECONNREFUSED], .cannotConnect),
        ] as [([CInt], TransportError.Kind)]
    )
    func networkIsMissingIfNoAddressIsReachable(codes: [CInt], kind: TransportError.Kind) {
        #expect(TransportError.Kind(attempts: codes.map { IOError(errnoCode: $0, reason: "connect") }) == kind)
    }

    /// A breaker doesn't count such failures.
    @Test func failureOfThisHostIsNotOneOfTheServer() throws {
        let url = try #require(URL(string: "https://example.com"))
        let errors: [(any Error, TransportError.Kind)] = [
            (IOError(errnoCode: EMFILE, reason: "socket"), .other),
            (HTTPClientError.getConnectionFromPoolTimeout, .timedOut),
        ]
        for (error, kind) in errors {
            let failure = TransportError(asyncHTTPClient: error, of: OutgoingRequest(url: url))
            #expect(failure.kind == kind)
            #expect(!failure.mayHaveBeenSent)
            #expect(!CircuitBreakerPlugin.countsAsFailure(.failure(TalynError(failure))))
            #expect(!CircuitBreakerPlugin.showsServerState(.failure(TalynError(failure))))
        }
    }

    /// The connections may all be in use. AsyncHTTPClient limits the wait for them by the timeout of a connection attempt.
    @Test func callThatGetsNoConnectionInTimeMayBeRepeated() throws {
        let request = OutgoingRequest(method: .post, url: try #require(URL(string: "https://example.com")))
        for progress in [TransportError.RequestProgress.unsent, .unknown] {
            let cause = HTTPClientError.getConnectionFromPoolTimeout
            let failure = TransportError(asyncHTTPClient: cause, of: request, progress)
            #expect(failure.detail == .noFreeConnection)
            let error = TalynError(failure)
            #expect(error.isTimedOut)
            #expect(error.description.contains("did not get a connection in time"), "\(error)")
            #expect(error.description.contains("Raise connectionsPerHost"))
            let configuration = RetryPlugin.Configuration()
            #expect(configuration.transportFailures.contains(failure.kind))
            #expect(configuration.isUnprocessed(.failure(error)))
        }
    }

    @Test func onlyARefusedStreamProvesThatNothingWasProcessed() throws {
        let url = try #require(URL(string: "https://example.com"))
        func failure(_ error: any Error) -> TransportError.Delivery? {
            TransportError(asyncHTTPClient: error, of: OutgoingRequest(url: url)).delivery
        }
        #expect(failure(NIOHTTP2Errors.streamClosed(streamID: 1, errorCode: .refusedStream)) == .unprocessed)
        #expect(failure(NIOHTTP2Errors.streamClosed(streamID: 1, errorCode: .cancel)) == nil)
        #expect(failure(HTTPClientError.remoteConnectionClosed) == .unanswered)
        let broken = EstablishedConnectionError(underlyingError: HTTPClientError.remoteConnectionClosed)
        #expect(failure(broken) == nil)
    }

    @Test func otherErrorsAreNotFailuresOfTheNetwork() {
        let unreachable = IOError(errnoCode: ENETUNREACH, reason: "connect")
        #expect(
            TransportError.Kind(attempts: [unreachable, ChannelError.connectTimeout(.seconds(1))]) == .cannotConnect
        )
    }
}
#endif
