import HTTPTypes
import Talyn
import TestSupport
import Testing

@testable import TalynCache

/// The requests of a cache in the background.
struct RevalidationTests {
    private static let fields: HTTPFields = [.cacheControl: "max-age=60, stale-while-revalidate=600"]

    /// An origin that answers its first requests, and then never.
    private func origin(answering count: Int, _ hung: @escaping @Sendable () -> Void = {}) -> ScriptedOrigin {
        ScriptedOrigin { _, number in
            guard number > count else { return .text("\(number)", Self.fields) }
            do {
                try await ManualClock().sleep(for: .seconds(1))
            } catch {
                hung()
                throw error
            }
            return .text("late")
        }
    }

    @Test func thereAreAtMostAsManyAsAllowed() async throws {
        let origin = origin(answering: 5)
        let clock = ManualClock()
        let cache = HTTPCache(maximumRevalidations: 2, clock: clock, date: origin.date)
        let transport = InterceptedTransport(CachePlugin(cache), over: origin)
        for number in 1...5 { #expect(try await transport.text("https://example.com/\(number)") == "\(number)") }
        origin.move(by: 100)
        for number in 1...5 { #expect(try await transport.text("https://example.com/\(number)") == "\(number)") }
        while origin.requests.count < 7 { await Task.yield() }
        // A stale response still answers, and asks for nothing.
        for number in 1...5 { #expect(try await transport.text("https://example.com/\(number)") == "\(number)") }
        #expect(origin.requests.count == 7)
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(60))
        try await cache.flights.waitForAll()
    }

    /// An answer to the caller's own condition, or to a range, confirms no stored response.
    @Test(arguments: [["If-None-Match": "\"other\""], ["Range": "bytes=0-0"]])
    func wholeResourceIsAskedForInTheBackground(fields: [String: String]) async throws {
        let origin = ScriptedOrigin { request, number in
            let isPlain = !request.headerFields.contains(.range) && request.headerFields[.ifNoneMatch] == nil
            return .text(isPlain ? "\(number)" : "", Self.fields, status: isPlain ? 200 : 304)
        }
        let cache = HTTPCache(clock: ManualClock(), date: origin.date)
        let transport = InterceptedTransport(CachePlugin(cache), over: origin)
        #expect(try await transport.text() == "1")
        origin.move(by: 100)
        #expect(try await transport.text("https://example.com/a", nil, fields) == "1")
        while origin.requests.count < 2 { await Task.yield() }
        try await cache.flights.waitForAll()
        #expect(try await transport.text() == "2")
    }

    /// The app says that the response may be stored. It doesn't say that the request costs nothing.
    @Test func postWithAKeyOfTheAppIsNotSentInTheBackground() async throws {
        let origin = origin(answering: 2)
        let cache = HTTPCache(clock: ManualClock(), date: origin.date)
        let transport = InterceptedTransport(CachePlugin(cache), over: origin)
        let request = OutgoingRequest.get("https://example.com/chat", CachePolicy(key: "answer"), method: "POST")
        #expect(try await transport.send(request).readText() == "1")
        origin.move(by: 50)
        #expect(try await transport.send(request).readText() == "1")
        origin.move(by: 50)
        // The caller waits for the request that it pays for.
        #expect(try await transport.send(request).readText() == "2")
        #expect(origin.requests.count == 2)
        try await cache.flights.waitForAll()
    }

    @Test func oneThatNeverEndsIsCancelledAndAnotherTakesItsPlace() async throws {
        let cancellations = Watched(0)
        let origin = origin(answering: 1) { cancellations.update { $0 += 1 } }
        let clock = ManualClock()
        let cache = HTTPCache(
            maximumRevalidations: 1,
            revalidationTimeout: .seconds(5),
            clock: clock,
            date: origin.date
        )
        let transport = InterceptedTransport(CachePlugin(cache), over: origin)
        _ = try await transport.text()
        origin.move(by: 100)
        for count in 1...2 {
            while origin.requests.count < 1 + count {
                #expect(try await transport.text() == "1")
                await Task.yield()
            }
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(5))
            await cancellations.wait { $0 == count }
            try await cache.flights.waitForAll()
        }
    }
}
