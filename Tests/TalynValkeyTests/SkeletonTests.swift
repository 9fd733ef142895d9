import Testing

@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)))
struct RedisServerTests {
    @Test func startsOnAFreePort() async throws {
        try await RedisServer.withServer { #expect($0.port > 0) }
    }
}
