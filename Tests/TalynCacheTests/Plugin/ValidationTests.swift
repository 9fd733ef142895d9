import Foundation
import HTTPTypes
import Talyn
import TalynCache
import TestSupport
import Testing

struct ValidationTests {
    private static let url = "https://example.com/a"

    /// nginx weakens the tag of a response that it compresses, and sends the strong one with a 304.
    @Test(arguments: [("W/\"1\"", "\"1\""), ("\"1\"", "W/\"1\"")])
    func tagsAreComparedByTheirTexts(stored: String, confirmed: String) async throws {
        let origin = ScriptedOrigin { request, number in
            request.headerFields[.ifNoneMatch] == nil
                ? .text("\(number)", [.cacheControl: "max-age=60", .eTag: stored])
                : .text("", [.cacheControl: "max-age=60", .eTag: confirmed], status: 304)
        }
        let (cache, transport) = origin.cached()
        _ = try await transport.text()
        for _ in 0..<2 {
            origin.move(by: 61)
            #expect(try await transport.text() == "1")
        }
        #expect(origin.requests.count == 3)
        #expect(cache.statistics.revalidations == 2)
    }

    /// A cache for several users keeps nothing of a confirmation that is for one of them.
    @Test(
        arguments: ["GET", "HEAD"],
        [[.setCookie: "id=ada"], [.cacheControl: "private, max-age=60"]] as [HTTPFields]
    )
    func confirmationForOneUserIsNotShared(method: String, personal: HTTPFields) async throws {
        let origin = ScriptedOrigin { request, number in
            var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            guard number == 2 else { return .text("\(number)", fields) }
            for field in personal { fields[field.name] = field.value }
            return .text("", fields, status: request.method == .head ? 200 : 304)
        }
        let cache = HTTPCache(isShared: true, date: origin.date)
        let transport = InterceptedTransport(CachePlugin(cache), over: origin)
        _ = try await transport.text()
        origin.move(by: 61)
        _ = try await transport.send(.get(Self.url, method: method)).readText()
        let response = try await transport.send(.get())
        #expect(response.headerFields[.setCookie] == nil)
        #expect(try await response.readText() == "3")
    }

    /// See RFC 9111, section 5.2.2.5. The caller gets the confirmed response once.
    @Test func confirmationThatMustNotBeStoredRemovesTheResponse() async throws {
        let origin = ScriptedOrigin { request, number in
            let control = number == 2 ? "no-store, max-age=3600" : "max-age=60"
            let isConditional = request.headerFields[.ifNoneMatch] != nil
            return .text(
                isConditional ? "" : "\(number)",
                [.cacheControl: control, .eTag: "\"1\""],
                status: isConditional ? 304 : 200
            )
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        origin.move(by: 61)
        #expect(try await transport.text() == "1")
        #expect(try await transport.text() == "3")
    }

    /// See RFC 9111, section 5.2.1.5.
    @Test func answerToARequestThatMustNotBeStoredUpdatesNothing() async throws {
        let origin = ScriptedOrigin { request, number in
            let isConditional = request.headerFields[.ifNoneMatch] != nil
            return .text(
                isConditional ? "" : "\(number)",
                [.cacheControl: "max-age=60", .eTag: "\"1\""],
                status: isConditional ? 304 : 200
            )
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        origin.move(by: 61)
        let fields = ["Cache-Control": "no-store"]
        #expect(try await transport.text(Self.url, nil, fields) == "1")
        #expect(try await transport.text() == "1")
        #expect(origin.requests.count == 3)
    }

    /// 2027-01-15 08:00:00 is the start of the origin's clock.
    @Test(arguments: ["GET", "HEAD"]) func confirmationWithoutADateIsFresh(method: String) async throws {
        let origin = ScriptedOrigin { request, number in
            var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            if number > 1 { return .text("", fields, status: request.method == .head ? 200 : 304) }
            fields[.date] = "Fri, 15 Jan 2027 08:00:00 GMT"
            return .text("1", fields)
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        origin.move(by: 61)
        _ = try await transport.send(.get(Self.url, method: method)).readText()
        #expect(origin.requests.count == 2)
        let response = try await transport.send(.get())
        #expect(response.cacheStatus == "Talyn; hit; ttl=60")
        #expect(try await response.readText() == "1")
        #expect(origin.requests.count == 2)
    }

    @Test func partWithoutADateCompletesAFreshResponse() async throws {
        let origin = ScriptedOrigin { _, number in
            var fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            if number == 1 { fields[.date] = "Fri, 15 Jan 2027 08:00:00 GMT" }
            fields[.contentRange] = number == 1 ? "bytes 0-3/10" : "bytes 4-9/10"
            return .text(number == 1 ? "0123" : "456789", fields, status: 206)
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text(Self.url, nil, ["Range": "bytes=0-3"])
        origin.move(by: 61)
        #expect(try await transport.text() == "0123456789")
        #expect(try await transport.send(.get()).cacheStatus == "Talyn; hit; ttl=60")
        #expect(origin.requests.count == 2)
    }

    @Test func immutableResponseIsNotValidatedWhileItIsFresh() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60, immutable", .eTag: "\"1\""])
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        #expect(try await transport.text(Self.url, .noCache) == "1")
        #expect(try await transport.text(Self.url, .noCache, ["Cache-Control": "no-cache"]) == "2")
        origin.move(by: 61)
        #expect(try await transport.text(Self.url, .noCache) == "3")
    }

    @Test(arguments: [CachePolicy.noCache, .reload])
    func callsForTheServerFailWithIt(policy: CachePolicy) async throws {
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { throw TransportError(.cannotConnect) }
            return .text("1", [.cacheControl: "max-age=60, stale-if-error=600", .eTag: "\"1\""])
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        await #expect(throws: TransportError.self) { try await transport.text(Self.url, policy) }
        #expect(try await transport.text() == "1")
    }

    @Test func callersOwnConditionIsNotMixedWithThatOfTheCache() async throws {
        let origin = ScriptedOrigin { request, number in
            request.headerFields[.ifNoneMatch] == nil
                ? .text("\(number)", [.cacheControl: "max-age=60", .lastModified: "Fri, 01 Jan 2027 00:00:00 GMT"])
                : .text("", status: 304)
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        let response = try await transport.send(.get(Self.url, .noCache, ["If-None-Match": "\"own\""]))
        #expect(response.statusCode == 304)
        #expect(origin.requests[1].headerFields["If-Modified-Since"] == nil)
    }

    @Test func responseThatMustNotBeStoredRemovesTheFormerOne() async throws {
        let origin = ScriptedOrigin { _, number in
            .text("\(number)", [.cacheControl: number == 2 ? "no-store" : "max-age=60"])
        }
        let (_, transport) = origin.cached()
        _ = try await transport.text()
        #expect(try await transport.text(Self.url, .reload) == "2")
        #expect(try await transport.text() == "3")
    }

    @Test func fieldsThatTheTransportAddsVaryResponses() async throws {
        struct Localized: Transport {
            let origin: ScriptedOrigin
            let language: String
            var defaultHeaderFields: HTTPFields { [.acceptLanguage: language] }
            func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await origin.send(request) }
        }
        let origin = ScriptedOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
        let cache = HTTPCache(date: origin.date)
        struct Page: TargetType {
            var baseURL: URL { URL(string: "https://example.com")! }
            var path: RequestPath { "/a" }
        }
        let texts = try await ["de", "fr", "de"].asyncMap { language in
            let transport = Localized(origin: origin, language: language)
            return try await Provider<Page>(transport: transport, plugins: [CachePlugin(cache)]).request(
                Page(),
                as: String.self
            )
        }
        #expect(texts == ["1", "2", "1"])
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var result: [T] = []
        for element in self { result.append(try await transform(element)) }
        return result
    }
}
