import Foundation
import TestSupport
import Testing

@testable import Talyn

struct DefaultTransportTests {
    @Test func errorOfAMissingTransportSaysHowToFixIt() async throws {
        let url = try #require(URL(string: "https://example.com"))
        let provider = Provider<Probe>(transport: NoTransport())
        let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(url, "/")) }
        #expect(error?.underlyingError is NoTransportError)
        let text = try #require(error?.description)
        #expect(text.contains("there is no default transport") || text.contains("There is no default transport"))
        #expect(text.contains("trait AsyncHTTPClient"))
        #expect(text.contains("Provider(transport: …)"))
    }

    @Test func platformDecides() {
        #if canImport(Darwin)
        #expect(Provider<Probe>().transport is URLSessionTransport)
        #elseif AsyncHTTPClient
        #expect(Provider<Probe>().transport is AsyncHTTPClientTransport)
        #else
        #expect(Provider<Probe>().transport is NoTransport)
        #endif
    }
}
