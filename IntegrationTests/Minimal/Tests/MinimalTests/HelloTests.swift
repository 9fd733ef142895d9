import Foundation
import Talyn
import TalynTesting
import Testing

struct Hello: TargetType {
    var baseURL: URL { URL(string: "https://example.com")! }
    var path: RequestPath { "/hello" }
}

@Test(.stubs) func helloIsStubbed() async throws {
    StubSet.current.on(.get("/hello"), .text("Hello"))
    #expect(try await Provider<Hello>().request(Hello(), as: String.self) == "Hello")
}
