import Foundation
import HTTPTypes
import Talyn
import TalynCache
import TestSupport
import Testing

/// Failures, which must not take the place of a stored response.
struct FailureTests {
    private static let url = "https://example.com/a"

    @Test(arguments: [
        (["Range": "bytes=10-"], 416), (["If-Match": "\"2\""], 412), (["If-None-Match": "\"2\""], 412),
    ])
    func answerToARangeOrAConditionLeavesTheStoredResponse(fields: [String: String], status: Int) async throws {
        let origin = ScriptedOrigin { request, number in
            let isPlain = fields.keys.allSatisfy { request.headerFields[$0] == nil }
            return .text("\(number)", [.cacheControl: "max-age=60"], status: isPlain ? 200 : status)
        }
        let (cache, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        let failure = try await transport.send(.get(Self.url, .reload, fields))
        #expect(failure.statusCode == status)
        _ = try await failure.readText()
        let response = try await transport.send(.get())
        #expect(response.statusCode == 200)
        #expect(try await response.readText() == "1")
        #expect(try await cache.responses().map(\.response.statusCode) == [200])
    }

    @Test(arguments: [412, 416, 428, 429, 431, 511]) func statusThatMustNotBeStoredIsNot(status: Int) async throws {
        let origin = ScriptedOrigin { _, number in
            .text("\(number)", [.cacheControl: "max-age=60", .retryAfter: "1"], status: number == 1 ? status : 200)
        }
        let (_, transport) = origin.cached()
        let failure = try await transport.send(.get())
        #expect(failure.statusCode == status)
        _ = try await failure.readText()
        origin.move(by: 1)
        #expect(try await transport.text() == "2")
    }

    /// Servers add `private` to all of their responses.
    @Test(arguments: [500, 501, 503, 403, 400], ["private", "public", "max-age=0"])
    func failureWithoutALifetimeLeavesTheStoredResponse(status: Int, control: String) async throws {
        let origin = ScriptedOrigin { _, number in
            number == 1
                ? .text("1", [.cacheControl: "private, max-age=60"])
                : .text("", [.cacheControl: control], status: status)
        }
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        origin.move(by: 61)
        let failure = try await transport.send(.get())
        #expect(failure.statusCode == status)
        _ = try await failure.readText()
        #expect(try await transport.text(Self.url, .forceCache) == "1")
        #expect(try await transport.text(Self.url, .onlyIfCached) == "1")
    }

    @Test func failureWithALifetimeIsStored() async throws {
        let origin = ScriptedOrigin { _, number in
            .text("\(number)", [.cacheControl: "max-age=60"], status: number == 1 ? 503 : 200)
        }
        let (_, transport) = origin.cached()
        #expect(try await transport.text() == "1")
        origin.move(by: 59)
        #expect(try await transport.text() == "1")
        origin.move(by: 2)
        #expect(try await transport.text() == "2")
    }
}
