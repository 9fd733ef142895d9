#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import Testing

@testable import Talyn

struct TransportErrorTests {
    @Test(
        arguments: [
            ([], .cannotConnect), ([ENETUNREACH], .notConnected), ([ENETDOWN, ENETUNREACH], .notConnected),
            ([ENETUNREACH, ECONNREFUSED], .cannotConnect), ([ECONNREFUSED, ENETUNREACH], .cannotConnect),
            ([ETIMEDOUT], .cannotConnect), ([EHOSTUNREACH], .cannotConnect),
        ] as [([CInt], TransportError.Kind)]
    )
    func networkIsMissingIfNoAddressIsReachable(codes: [CInt], kind: TransportError.Kind) {
        #expect(TransportError.Kind(attempts: codes.map { IOError(errnoCode: $0, reason: "connect") }) == kind)
    }

    @Test func otherErrorsAreNotFailuresOfTheNetwork() {
        let unreachable = IOError(errnoCode: ENETUNREACH, reason: "connect")
        #expect(
            TransportError.Kind(attempts: [unreachable, ChannelError.connectTimeout(.seconds(1))]) == .cannotConnect
        )
    }
}
#endif
