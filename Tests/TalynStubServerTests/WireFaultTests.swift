#if Tools
import Foundation
import Talyn
import TestSupport
import Testing

@testable import TalynStubServer

@Suite(.sockets) struct WireFaultTests {
    struct Other: Error {}

    @Test(arguments: [
        (TransportError.Kind.cancelled, WireFault.close), (.timedOut, .close), (.deadlineExceeded, .close),
        (.notConnected, .close), (.cannotConnect, .close), (.connectionLost, .close),
        (.secureConnectionFailed, .close), (.invalidResponse, .garbage), (.tooManyRedirects, .redirectToItself),
        (.responseTooLarge, .message), (.notCached, .message), (.insecureRedirect, .message),
        (.unsupportedURL, .message), (.other, .message),
    ])
    func errorOfATransportIsActedOut(_ kind: TransportError.Kind, fault: WireFault) {
        #expect(WireFault(TransportError(kind)) == fault)
    }

    @Test func otherErrorIsSaid() {
        #expect(WireFault(Other()) == .message)
    }

    @Test func fieldsOfOneConnectionAreDropped() {
        let fields: HTTPFields = [
            .accept: "a", .connection: "Keep-Alive, x-mine ", .init("X-Mine")!: "1",
            .init("Proxy-Connection")!: "close",
            .setCookie: "a=b",
        ]
        #expect(fields.withoutHops.map(\.name.canonicalName) == ["accept", "set-cookie"])
    }

    @available(Hummingbird, *)
    @Test func requestIsOneLine() {
        let request = ServedRequest(
            date: Date(),
            method: "GET",
            path: "/a\r\nb",
            statusCode: nil,
            byteCount: 12,
            duration: .milliseconds(1_234.5),
            failure: "Two\nlines"
        )
        #expect("\(request)" == "GET /a  b - 12 bytes 1234 ms (Two lines)")
    }
}
#endif
