#if canImport(Crypto)
import Foundation
import Outside
import Synchronization
import TalynTesting
import Testing

struct SessionKeysTests {
    private func keys() -> SessionKeys {
        let number = Number()
        return SessionKeys { "key \(number.next())" }
    }

    private final class Number: Sendable {
        private let state = Mutex(0)

        func next() -> Int {
            state.withLock {
                $0 += 1
                return $0
            }
        }
    }

    /// Accepts the second key only.
    private func refuseFirstKey() {
        StubSet.current.on(.get("/items/{number}")) { request in
            request.headerFields[SessionKeys.fieldName] == "key 2" ? .text("tea") : .status(401)
        }
    }

    @Test(.stubs) func refusedKeyIsReplacedOnce() async throws {
        refuseFirstKey()
        let shop = Provider<Shop>(plugins: [keys()])
        let response = try await shop.request(.item(1))
        #expect(response.metrics?.attempts.map(\.statusCode) == [401, 200])
        #expect(response.metrics?.attempts.last?.reason == "the server refused the session's key")
        _ = try await shop.request(.item(1))
        #expect(StubSet.current.requests.count == 3)
    }

    @Test(.stubs) func callsAtTheSameTimeShareANewKey() async throws {
        refuseFirstKey()
        let shop = Provider<Shop>(plugins: [CoalescingPlugin(), keys()])
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<10 {
                group.addTask { try await shop.request(.item(number % 3), as: String.self) }
            }
            for try await text in group { #expect(text == "tea") }
        }
        let used = Set(StubSet.current.requests.compactMap { $0.headerFields[SessionKeys.fieldName] })
        #expect(used == ["key 1", "key 2"])
    }

    @Test(.stubs) func otherOriginGetsNoKey() async throws {
        StubSet.current.on(.get("/"), .status(302, headerFields: [.location: "https://other.example/b"]))
        StubSet.current.on(.get("/b"), .text("tea"))
        _ = try await Provider<Shop>(plugins: [keys()]).request(.home)
        #expect(StubSet.current.requests.map { $0.headerFields[SessionKeys.fieldName] } == ["key 1", nil])
    }

    @Test(.stubs) func keyIsMaskedInTexts() async throws {
        StubSet.current.on(.get("/"), .status(500))
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Shop>(plugins: [keys()]).request(.home)
        }
        #expect(error?.metrics?.description.contains("key 1") == false)
        #expect(error?.metrics?.description.contains("X-Session-Key") == true)
    }
}
#endif
