import Foundation
import Testing

@testable import TalynCore
@testable import TalynURLSession

struct BackgroundSessionTests {
    @Test func configurationWithAnIdentifierIsRefused() {
        #expect(TransportOptionsError(forSessionIdentifier: nil) == nil)
        let error = TransportOptionsError(forSessionIdentifier: "com.example.downloads")
        #expect(error?.description.contains("background session") == true)
        #expect(error?.description.contains(".default") == true)
    }

    #if canImport(Darwin)
    @Test func everyCallOfABackgroundSessionFails() async throws {
        let configuration = URLSessionConfiguration.background(withIdentifier: "talyn.test")
        let transport = URLSessionTransport(configuration: configuration)
        await #expect(throws: TransportOptionsError.self) {
            try await transport.send(OutgoingRequest(url: URL(string: "https://127.0.0.1:1/")!))
        }
    }
    #endif
}
