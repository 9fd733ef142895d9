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
        let errors: [any Error] = [
            IOError(errnoCode: EMFILE, reason: "socket"), HTTPClientError.getConnectionFromPoolTimeout,
        ]
        for error in errors {
            let failure = TransportError(asyncHTTPClient: error, of: OutgoingRequest(url: url))
            #expect(failure.kind == .other)
            #expect(!failure.mayHaveBeenSent)
            #expect(!CircuitBreakerPlugin.countsAsFailure(.failure(TalynError(failure))))
            #expect(!CircuitBreakerPlugin.showsServerState(.failure(TalynError(failure))))
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
