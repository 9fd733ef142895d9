import Foundation
import HTTPTypes
import Talyn
import TalynCache
import Testing

struct StoredResponseTests {
    /// A store of an app keeps heads as data.
    @Test func headIsTheSameAfterCoding() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60", .vary: "Accept", .eTag: "\"1\"", .age: "3"])
        let (cache, transport) = origin.cached()
        _ = try await transport.text("https://example.com/a", CachePolicy(tags: ["news"]), ["Accept": "text/plain"])
        let entry = try #require(try await cache.responses().first)
        let data = try JSONEncoder().encode(entry.response)
        #expect(try JSONDecoder().decode(StoredResponse.self, from: data) == entry.response)
        #expect(CacheKey(text: entry.key.text) == entry.key)
    }
}
