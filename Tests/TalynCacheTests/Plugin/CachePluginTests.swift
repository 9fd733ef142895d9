import Foundation
import HTTPTypes
import Talyn
import TestSupport
import Testing

@testable import TalynCache

struct CachePluginTests {
    @Test func freshResponseComesFromTheCacheWithItsAge() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        origin.move(by: 10)
        let response = try await transport.send(.get())
        #expect(response.headerFields[.age] == "10")
        #expect(response.cacheStatus == "Talyn; hit; ttl=50")
        #expect(try await response.readText() == "1")
        #expect(origin.requests.count == 1)
        #expect(cache.statistics.hits == 1)
        #expect(cache.statistics.misses == 1)
    }

    @Test func firstResponseTellsThatItWasStored() async throws {
        let (_, transport) = ScriptedOrigin([.cacheControl: "max-age=60"]).cached()
        let response = try await transport.send(.get())
        #expect(response.cacheStatus == "Talyn; fwd=uri-miss; stored")
    }

    @Test func staleResponseIsValidatedAndLivesOn() async throws {
        let origin = ScriptedOrigin { request, number in
            let fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            if request.headerFields[.ifNoneMatch] == "\"1\"" { return .text("", fields, status: 304) }
            return .text("\(number)", fields)
        }
        let (cache, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        origin.move(by: 61)
        let response = try await transport.send(.get())
        #expect(response.statusCode == 200)
        #expect(response.cacheStatus == "Talyn; fwd=stale; fwd-status=304; ttl=60")
        #expect(try await response.readText() == "1")
        #expect(try await transport.text() == "1")
        #expect(origin.requests.count == 2)
        #expect(cache.statistics.revalidations == 1)
    }

    @Test func confirmationOfAnotherResponseIsNoAnswer() async throws {
        let origin = ScriptedOrigin { request, number in
            if request.headerFields[.ifNoneMatch] != nil {
                return .text("", [.eTag: "\"2\""], status: 304)
            }
            return .text("\(number)", [.cacheControl: "max-age=60", .eTag: "\"1\""])
        }
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        origin.move(by: 61)
        #expect(try await transport.text() == "3")
    }

    @Test(arguments: [
        (CachePolicy.Mode.default, "1", 1), (.noStore, "2", 2), (.reload, "2", 2), (.noCache, "2", 2),
        (.forceCache, "1", 1), (.onlyIfCached, "1", 1),
    ])
    func modesUseAFreshResponse(mode: CachePolicy.Mode, text: String, requests: Int) async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        #expect(try await transport.text("https://example.com/a", CachePolicy(mode)) == text)
        #expect(origin.requests.count == requests)
    }

    @Test(arguments: [CachePolicy.Mode.forceCache, .onlyIfCached])
    func modesForOfflineUseAStaleResponse(mode: CachePolicy.Mode) async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        origin.move(by: 3600)
        #expect(try await transport.text("https://example.com/a", CachePolicy(mode)) == "1")
        #expect(origin.requests.count == 1)
    }

    @Test(arguments: [("\"1\"", "1"), ("\"2\"", "3")])
    func responseToHEADUpdatesOrRemovesTheStoredOne(tag: String, text: String) async throws {
        let origin = ScriptedOrigin { request, number in
            request.method == .head
                ? .text("", [.cacheControl: "max-age=600", .eTag: tag])
                : .text("\(number)", [.cacheControl: "max-age=60", .eTag: "\"1\""])
        }
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        let head = OutgoingRequest.get("https://example.com/a", CachePolicy(.reload), method: "HEAD")
        _ = try await transport.send(head)
        origin.move(by: 100)
        #expect(try await transport.text() == text)
    }

    @Test func onlyIfCachedFailsWithoutAStoredResponse() async throws {
        let origin = ScriptedOrigin([:])
        let (_, transport) = origin.cached()
        let error = await #expect(throws: TransportError.self) {
            try await transport.text("https://example.com/a", CachePolicy(.onlyIfCached))
        }
        #expect(error?.kind == .notCached)
        #expect(origin.requests.isEmpty)
    }

    @Test func noStoreLeavesTheStoredResponse() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        _ = try await transport.text("https://example.com/a", CachePolicy(.noStore))
        #expect(try await transport.text() == "1")
        #expect(origin.requests[1].headerFields[.cacheControl] == "no-cache, no-store")
    }

    @Test func ownLifetimeReplacesTheServersAndEnds() async throws {
        let origin = ScriptedOrigin([.cacheControl: "no-cache"])
        let (_, transport) = origin.cached()
        let policy = CachePolicy(lifetime: .seconds(600), version: 3)
        #expect(try await transport.text("https://example.com/a", policy) == "1")
        origin.move(by: 599)
        #expect(try await transport.text("https://example.com/a", policy) == "1")
        origin.move(by: 2)
        #expect(try await transport.text("https://example.com/a", policy) == "2")
    }

    @Test func responsesOfAnotherVersionAreNotUsed() async throws {
        let origin = ScriptedOrigin([:])
        let (_, transport) = origin.cached()
        #expect(
            try await transport.text("https://example.com/a", CachePolicy(lifetime: .seconds(600), version: 3)) == "1"
        )
        #expect(
            try await transport.text("https://example.com/a", CachePolicy(lifetime: .seconds(600), version: 4)) == "2"
        )
    }

    @Test func ownKeyIsForAnyMethodAndURL() async throws {
        let origin = ScriptedOrigin([:])
        let (_, transport) = origin.cached()
        let policy = CachePolicy(lifetime: .seconds(600), key: "search")
        let first = try await transport.send(.get("https://example.com/a?nonce=1", policy, method: "POST"))
        #expect(try await first.readText() == "1")
        let second = try await transport.send(.get("https://example.com/a?nonce=2", policy, method: "POST"))
        #expect(try await second.readText() == "1")
    }

    @Test(arguments: ["Authorization", "Cookie", "X-Api-Key"])
    func responsesAreForTheCredentialsOfTheirRequests(field: String) async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        #expect(try await transport.text("https://example.com/a", nil, [field: "ada"]) == "1")
        #expect(try await transport.text("https://example.com/a", nil, [field: "grace"]) == "2")
        #expect(try await transport.text() == "3")
        #expect(try await transport.text("https://example.com/a", nil, [field: "ada"]) == "1")
    }

    @Test func responsesAreForThePasswordOfTheirRequests() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        func text(_ password: String) async throws -> String {
            var request = OutgoingRequest.get()
            request.credential = PasswordCredential(user: "ada", password: password)
            return try await transport.send(request).readText()
        }
        #expect(try await text("a") == "1")
        #expect(try await text("b") == "2")
        #expect(try await text("a") == "1")
    }

    @Test(arguments: [("access_token", []), ("appid", ["appid"])] as [(String, Set<String>)])
    func ownKeyDoesNotHideACredentialInTheQuery(name: String, declared: Set<String>) async throws {
        let origin = ScriptedOrigin([:])
        let (_, transport) = origin.cached()
        let policy = CachePolicy(lifetime: .seconds(600), key: "search")
        func text(_ user: String, nonce: Int) async throws -> String {
            var request = OutgoingRequest.get("https://example.com/a?\(name)=\(user)&nonce=\(nonce)", policy)
            request.credentialNames = declared
            return try await transport.send(request).readText()
        }
        #expect(try await text("ada", nonce: 1) == "1")
        #expect(try await text("grace", nonce: 2) == "2")
        #expect(try await text("ada", nonce: 3) == "1")
    }

    @Test func publicResponsesAreForAllCredentials() async throws {
        let origin = ScriptedOrigin([.cacheControl: "public, max-age=60"])
        let (_, transport) = origin.cached()
        #expect(try await transport.text("https://example.com/a", nil, ["Authorization": "ada"]) == "1")
        #expect(try await transport.text("https://example.com/a", nil, ["Authorization": "grace"]) == "1")
    }

    @Test func responseThatIsNotReadToItsEndIsNotStored() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached()
        _ = try await transport.send(.get())
        try await cache.flights.waitForAll()
        #expect(try await cache.responses().isEmpty)
        #expect(try await transport.text() == "2")
    }

    @Test func serverFailureLeavesAStaleResponseWhereTheServerAllowsIt() async throws {
        let origin = ScriptedOrigin { _, number in
            number == 1
                ? .text("1", [.cacheControl: "max-age=60, stale-if-error=100"]) : .text("", status: 503)
        }
        let (cache, transport) = origin.cached()
        _ = try await transport.text()
        origin.move(by: 100)
        let response = try await transport.send(.get())
        #expect(response.cacheStatus == "Talyn; fwd=stale; fwd-status=503; ttl=-40")
        #expect(try await response.readText() == "1")
        #expect(cache.statistics.staleHits == 1)
        origin.move(by: 100)
        #expect(try await transport.send(.get()).statusCode == 503)
    }

    @Test(arguments: [
        ("max-age=60", 200, true), ("max-age=60", 100, true), ("max-age=60", 99, false), ("max-age=60", nil, false),
        ("max-age=60, must-revalidate", 200, false), ("max-age=60, no-cache", 200, false),
    ])
    func unreachableServerLeavesAStaleResponse(control: String, maximumAge: Int?, isUsed: Bool) async throws {
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { throw TransportError(.cannotConnect) }
            return .text("1", [.cacheControl: control])
        }
        let (_, transport) = origin.cached(whenDisconnected: maximumAge.map { .seconds($0) })
        _ = try await transport.text()
        origin.move(by: 100)
        if isUsed {
            #expect(try await transport.text() == "1")
        } else {
            await #expect(throws: TransportError.self) { try await transport.text() }
        }
    }

    @Test func unsafeRequestRemovesTheResponsesThatItChanges() async throws {
        let origin = ScriptedOrigin { request, number in
            request.method == .post
                ? .text("", [.location: "/b"], status: 201) : .text("\(number)", [.cacheControl: "max-age=60"])
        }
        let (_, transport) = origin.cached()
        for path in ["a", "b", "c"] { _ = try await transport.text("https://example.com/\(path)") }
        _ = try await transport.send(.get(method: "POST")).readText()
        #expect(try await transport.text("https://example.com/a") == "5")
        #expect(try await transport.text("https://example.com/b") == "6")
        #expect(try await transport.text("https://example.com/c") == "3")
    }

    @Test(arguments: ["https://example.com", "HTTPS://example.com/", "https://example.com/#part"])
    func aResponseIsRemovedByEachSpellingOfItsURL(_ url: String) async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached()
        _ = try await transport.text("https://example.com/")
        try await cache.remove(URL(string: url)!)
        #expect(try await cache.responses().isEmpty)
    }

    @Test func responsesAreRemovedByURLHostAndTag() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached()
        let urls = ["https://a.example/1", "https://a.example/2", "https://b.example/1", "https://c.example/1"]
        for url in urls { _ = try await transport.text(url, CachePolicy(tags: url.contains("c.") ? ["news"] : [])) }
        try await cache.remove(URL(string: urls[0])!)
        #expect(try await cache.responses().count == 3)
        try await cache.remove(host: "B.example")
        #expect(try await cache.responses().count == 2)
        try await cache.remove(tag: "news")
        #expect(try await cache.responses().map(\.key.text) == [urls[1]])
        try await cache.removeAll()
        #expect(try await cache.responses().isEmpty)
    }
}

extension CachePluginTests {
    @Test func variantsOfAURLAreLimited() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60", .vary: "Accept"])
        let (cache, transport) = origin.cached()
        for number in 1...20 { _ = try await transport.text("https://example.com/a", nil, ["Accept": "\(number)"]) }
        #expect(try await cache.responses().count == 8)
        #expect(try await transport.text("https://example.com/a", nil, ["Accept": "20"]) == "20")
    }

    @Test(arguments: ["Authorization", "Cookie", "X-Api-Key"])
    func credentialsThatVaryAResponseAreNotStored(field: String) async throws {
        let origin = ScriptedOrigin([.cacheControl: "public, max-age=60", .vary: field])
        let (cache, transport) = origin.cached()
        #expect(try await transport.text("https://example.com/a", nil, [field: "s3cret"]) == "1")
        #expect(try await transport.text("https://example.com/a", nil, [field: "other"]) == "2")
        #expect(try await transport.text("https://example.com/a", nil, [field: "s3cret"]) == "1")
        let entries = try await cache.responses()
        #expect(entries.count == 2)
        #expect(!entries.contains { "\($0.response)".contains("s3cret") })
    }

    /// RFC 9110, section 7.2.
    @Test func responseOfOneHostIsNotOneOfAnother() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        #expect(try await transport.text("https://example.com/a", nil, ["Host": "b.example"]) == "2")
        #expect(try await transport.text("https://example.com/a", nil, ["Host": "b.example"]) == "3")
        #expect(try await transport.text("https://example.com/a", nil, ["Host": "EXAMPLE.com"]) == "1")
        #expect(try await transport.text() == "1")
    }

    /// A QUERY is safe (RFC 9110, section 9.2.1).
    @Test func queryLeavesStoredResponses() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        #expect(try await transport.send(.get(method: "QUERY")).readText() == "2")
        #expect(try await transport.text() == "1")
    }
}
