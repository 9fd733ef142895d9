import Foundation
import HTTPTypes
import Talyn
import TestSupport
import Testing

@testable import TalynCache

/// Ranges of stored responses, and parts that are stored.
struct RangeTests {
    private static let content = "0123456789"

    /// An origin that answers with ranges.
    private static func origin(tag: String = "\"1\"") -> ScriptedOrigin {
        ScriptedOrigin { request, _ in
            let fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: tag]
            guard let range = request.headerFields[.range] else { return .text(content, fields) }
            let start = Int(range.dropFirst("bytes=".count).prefix { $0 != "-" }) ?? 0
            let end = min(Int(range.split(separator: "-").dropFirst().first ?? "") ?? 9, 9)
            var partial = fields
            partial[.contentRange] = "bytes \(start)-\(end)/10"
            return .text(String(content.dropFirst(start).prefix(end - start + 1)), partial, status: 206)
        }
    }

    @Test func rangesComeFromAWholeResponse() async throws {
        let origin = Self.origin()
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        let response = try await transport.send(.get("https://example.com/a", nil, ["Range": "bytes=2-4"]))
        #expect(response.statusCode == 206)
        #expect(response.headerFields[.contentRange] == "bytes 2-4/10")
        #expect(try await response.readText() == "234")
        #expect(origin.requests.count == 1)
    }

    @Test(arguments: [false, true]) func storedPartIsCompletedByTheRest(isOnDisk: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-parts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let origin = Self.origin()
        let (_, transport) = origin.cached(isOnDisk ? try DiskCacheStore(folder: folder) : MemoryCacheStore())
        #expect(try await transport.text("https://example.com/a", nil, ["Range": "bytes=0-3"]) == "0123")
        let response = try await transport.send(.get())
        #expect(response.statusCode == 200)
        #expect(response.headerFields[.contentRange] == nil)
        #expect(response.cacheStatus == "Talyn; fwd=partial; stored")
        #expect(try await response.readText() == Self.content)
        #expect(origin.requests[1].headerFields[.range] == "bytes=4-")
        #expect(origin.requests[1].headerFields[.ifRange] == "\"1\"")
        #expect(origin.requests[1].headerFields[.acceptEncoding] == "identity")
        #expect(try await transport.text() == Self.content)
        #expect(origin.requests.count == 2)
    }

    @Test func partOfAnEncodedRepresentationIsNotStored() async throws {
        let origin = ScriptedOrigin { _, _ in
            let fields: HTTPFields = [
                .cacheControl: "max-age=60", .contentEncoding: "gzip", .contentRange: "bytes 0-3/10",
            ]
            return .text("0123456", fields, status: 206)
        }
        let (cache, transport) = origin.cached()
        _ = try await transport.text("https://example.com/a", nil, ["Range": "bytes=0-3"])
        #expect(try await cache.responses().isEmpty)
    }

    @Test func partLeavesTheWholeOfItsVersion() async throws {
        let origin = Self.origin()
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        origin.move(by: 61)
        #expect(try await transport.text("https://example.com/a", nil, ["Range": "bytes=2-4"]) == "234")
        #expect(try await transport.text("https://example.com/a", .forceCache) == Self.content)
    }

    @Test func unreachableServerLeavesTheRangeOfAStaleResponse() async throws {
        let content = Self.content
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { throw TransportError(.notConnected) }
            return .text(content, [.cacheControl: "max-age=60"])
        }
        let (_, transport) = origin.cached(whenDisconnected: .seconds(600))
        _ = try await transport.text()
        origin.move(by: 100)
        let response = try await transport.send(.get("https://example.com/a", nil, ["Range": "bytes=2-4"]))
        #expect(response.headerFields[.contentRange] == "bytes 2-4/10")
        #expect(try await response.readText() == "234")
    }

    @Test func completedResponseHasTheFieldsOfItsPart() async throws {
        let origin = ScriptedOrigin { request, number in
            var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            fields[.contentRange] = number == 1 ? "bytes 0-3/10" : "bytes 4-9/10"
            if number == 1 { fields[.contentType] = "text/plain" }
            return .text(number == 1 ? "0123" : "456789", fields, status: 206)
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text("https://example.com/a", nil, ["Range": "bytes=0-3"])
        let response = try await transport.send(.get())
        #expect(response.headerFields[.contentType] == "text/plain")
        #expect(response.headerFields[.contentLength] == "10")
        #expect(try await response.readText() == "0123456789")
    }

    @Test func partThatTheServerCutsIsNotTheRest() async throws {
        let origin = ScriptedOrigin { request, number in
            var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            guard request.headerFields[.range] != nil else { return .text("0123456789", fields) }
            fields[.contentRange] = number == 1 ? "bytes 0-3/10" : "bytes 4-5/10"
            return .text(number == 1 ? "0123" : "45", fields, status: 206)
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text("https://example.com/a", nil, ["Range": "bytes=0-3"])
        #expect(try await transport.text() == "0123456789")
    }

    @Test func partOfAnotherVersionIsNotCompleted() async throws {
        let origin = ScriptedOrigin { request, number in
            let isPart = request.headerFields[.range] != nil
            var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"\(number)\""]
            guard isPart else { return .text("abcdefghij", fields) }
            fields[.contentRange] = number == 1 ? "bytes 0-3/10" : "bytes 4-9/10"
            return .text(number == 1 ? "0123" : "efghij", fields, status: 206)
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text("https://example.com/a", nil, ["Range": "bytes=0-3"])
        #expect(try await transport.text() == "abcdefghij")
    }

    /// The range ends near the largest number, and the body is longer than it.
    @Test func bodyThatIsLongerThanItsRangeIsCut() async throws {
        let last = Int64.max - 2
        let origin = ScriptedOrigin { _, _ in
            let range = "bytes \(last - 1)-\(last)/\(last + 1)"
            return .text("0123456789", [.cacheControl: "max-age=60", .contentRange: range], status: 206)
        }
        let (_, transport) = origin.cached()
        let field = ["Range": "bytes=\(last - 1)-\(last)"]
        _ = try await transport.text("https://example.com/a", nil, field)
        #expect(try await transport.text("https://example.com/a", nil, field) == "01")
    }

    /// Only a successful response has ranges (RFC 9110, section 14.2).
    @Test(arguments: [404, 301]) func otherStatusAnswersARangeAsAWhole(_ status: Int) async throws {
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { throw TransportError(.notConnected) }
            return .text(Self.content, [.cacheControl: "max-age=60"], status: status)
        }
        let (_, transport) = origin.cached(whenDisconnected: .seconds(3_600))
        _ = try await transport.text()
        for seconds in [0.0, 61] {
            origin.move(by: seconds)
            let response = try await transport.send(.get("https://example.com/a", nil, ["Range": "bytes=2-4"]))
            #expect(response.statusCode == status)
            #expect(response.headerFields[.contentRange] == nil)
            #expect(try await response.readText() == Self.content)
        }
        #expect(origin.requests.count == 2)
    }

    /// RFC 9110, section 13.2.2.
    @Test func conditionComesBeforeTheRange() async throws {
        let origin = Self.origin()
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        for (tag, status) in [("\"1\"", 304), ("\"2\"", 206)] {
            let fields = ["Range": "bytes=2-4", "If-None-Match": tag]
            #expect(try await transport.send(.get("https://example.com/a", nil, fields)).statusCode == status)
        }
        #expect(origin.requests.count == 1)
    }
}
