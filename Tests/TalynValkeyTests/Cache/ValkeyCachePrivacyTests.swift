#if Valkey
import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// Responses that are for one user, or for the owners of a key.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ValkeyCachePrivacyTests {
    @available(Valkey, *)
    @Test func privateResponsesStayOutByDefault() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(1) { fleet async throws in
            let process = fleet.servers[0].caching(origin)
            for number in 1...3 {
                #expect(try await process.text(["Authorization": "Bearer ada"]) == "\(number)")
            }
        }
    }

    @available(Valkey, *)
    @Test func aSharedCacheKeepsTheRulesForCredentials() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(1) { fleet async throws in
            let process = fleet.servers[0].caching(origin, isShared: true) { $0.storesPrivateResponses = true }
            #expect(try await process.text(["Authorization": "Bearer ada"]) == "1")
            #expect(try await process.text(["Authorization": "Bearer ada"]) == "2")
            origin.set([.cacheControl: "s-maxage=60"])
            #expect(try await process.text(["Authorization": "Bearer ada"]) == "3")
            #expect(try await process.text(["Authorization": "Bearer bob"]) == "3")
            origin.set([.cacheControl: "private, s-maxage=60"])
            origin.move(by: 61)
            #expect(try await process.text() == "4")
            #expect(try await process.text() == "5")
        }
    }

    @available(Valkey, *)
    @Test(arguments: [[.setCookie: "id=ada"], [.cacheControl: "private, max-age=60"]] as [HTTPFields])
    func aConfirmationForOneUserIsNotShared(fields: HTTPFields) async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60", .eTag: "\"1\""])
        try await Fleet.run(1) { fleet async throws in
            let process = fleet.servers[0].caching(origin, isShared: true)
            #expect(try await process.text() == "1")
            origin.move(by: 61)
            var personal: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            for field in fields { personal[field.name] = field.value }
            origin.set(personal)
            #expect(try await process.text() == "1")
            let response = try await process.send(.request())
            #expect(try await response.body.text() == "3")
            #expect(try await fleet.content().contains("id=ada") == false)
        }
    }

    @available(Valkey, *)
    @Test func aConfirmationMakesAResponsePrivate() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60", .eTag: "\"1\""])
        try await Fleet.run(1) { fleet async throws in
            let process = fleet.servers[0].caching(origin)
            #expect(try await process.text() == "1")
            origin.move(by: 61)
            origin.set([.cacheControl: "private, max-age=60", .eTag: "\"1\""])
            #expect(try await process.text() == "1")
            #expect(try await process.text() == "3")
        }
    }

    @available(Valkey, *)
    @Test(arguments: [10, 100_000])
    func encryptedResponsesAreOfNoUseToOthers(length: Int) async throws {
        let body = String(repeating: "confidential ", count: length)
        let origin = CountingOrigin([.cacheControl: "max-age=60"], body: body)
        try await Fleet.run(1) { fleet async throws in
            let owner = fleet.servers[0].caching(origin) {
                $0.encryption = .test
                $0.maximumBodySize = 2 << 20
            }
            let other = fleet.servers[0].caching(origin) {
                $0.encryption = EncryptionKeys(.test("other", byte: 1))
                $0.maximumBodySize = 2 << 20
            }
            #expect(try await owner.text() == body)
            #expect(try await owner.text() == body)
            #expect(origin.requests.count == 1)
            #expect(try await fleet.content().contains("confidential") == false)
            #expect(try await other.text() == body)
            #expect(origin.requests.count == 2)
            #expect(try await fleet.immortalKeys() == [])
        }
    }
}
#endif
