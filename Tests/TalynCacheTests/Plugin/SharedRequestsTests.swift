import Foundation
import HTTPTypes
import Talyn
import TestSupport
import Testing

@testable import TalynCache

struct SharedRequestsTests {
    @Test func failureOfTheServerDoesNotEndSharing() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { _, number in
            if number == 1 { return .text("", status: 503) }
            await gate.wait()
            return .text("\(number)", [.cacheControl: "max-age=60"])
        }
        let (cache, transport) = origin.cached()
        _ = try await transport.text()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await transport.text() } }
            while cache.flights.waiterCount < 19 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["2"])
        #expect(origin.requests.count == 2)
    }

    @Test func identicalMissesShareOneRequest() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { _, number in
            await gate.wait()
            return .text("\(number)", [.cacheControl: "max-age=60"])
        }
        let (cache, transport) = origin.cached()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await transport.text() } }
            while cache.flights.waiterCount < 49 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "1", count: 50))
        #expect(origin.requests.count == 1)
    }

    @Test func responsesThatAreNotStoredAreNotShared() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { _, number in
            await gate.wait()
            return .text("\(number)", [.cacheControl: "no-store"])
        }
        let (cache, transport) = origin.cached()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 { group.addTask { try await transport.text() } }
            while cache.flights.waiterCount < 9 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts.count == 10)
    }

    @Test(arguments: [false, true]) func responsesToIdenticalRequestsReplaceEachOther(isOnDisk: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-reloads-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let origin = ScriptedOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
        let (cache, transport) = origin.cached(isOnDisk ? try DiskCacheStore(folder: folder) : MemoryCacheStore())
        // All heads arrive before any body is stored.
        var responses: [TransportResponse] = []
        for language in ["de", "en", "de", "de"] {
            let request = OutgoingRequest.get("https://example.com/a", .reload, ["Accept-Language": language])
            responses.append(try await transport.send(request))
        }
        for response in responses { _ = try await response.readText() }
        #expect(
            try await cache.responses().compactMap { $0.response.variant["accept-language"] }.sorted() == ["de", "en"]
        )
        #expect(try await transport.text("https://example.com/a", nil, ["Accept-Language": "de"]) == "4")
        #expect(try await transport.text("https://example.com/a", nil, ["Accept-Language": "en"]) == "2")
    }

    @Test func cancelledWaiterLeavesTheOthers() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { _, number in
            await gate.wait()
            return .text("\(number)", [.cacheControl: "max-age=60"])
        }
        let (cache, transport) = origin.cached()
        let first = Task { try await transport.text() }
        while origin.requests.isEmpty { await Task.yield() }
        let second = Task { try await transport.text() }
        while cache.flights.waiterCount < 1 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        #expect(try await first.value == "1")
    }

    @Test(arguments: [false, true])
    func oneOfTheOthersTakesThePlaceOfACancelledCall(isCancelledInBody: Bool) async throws {
        let isOpen = Watched(false)
        let gate = Gate()
        let origin = ScriptedOrigin { _, number in
            let fields: HTTPFields = [.cacheControl: "max-age=60"]
            guard number == 1 else {
                await gate.wait()
                return .text("\(number)", fields)
            }
            if !isCancelledInBody { await isOpen.wait { $0 } }
            try Task.checkCancellation()
            let body = HTTPBody(isReplayable: false) {
                return {
                    await isOpen.wait { $0 }
                    try Task.checkCancellation()
                    return nil
                }
            }
            return TransportResponse(statusCode: 200, headerFields: fields, body: body)
        }
        let (cache, transport) = origin.cached()
        let first = Task { try await transport.text() }
        while origin.requests.isEmpty { await Task.yield() }
        let others = (0..<19).map { _ in Task { try await transport.text() } }
        while cache.flights.waiterCount < 19 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        // One of the others makes the request, and the rest waits for it.
        while origin.requests.count < 2 || cache.flights.waiterCount < 18 { await Task.yield() }
        gate.open()
        for other in others { #expect(try await other.value == "2") }
        #expect(origin.requests.count == 2)
    }

    @Test func readerThatKeepsABodyOpenHoldsUpNobody() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let clock = ManualClock()
        let (_, transport) = origin.cached(clock: clock)
        let held = try await transport.send(.get())
        clock.advance(by: .seconds(1))
        let alsoHeld = try await transport.send(.get())
        clock.advance(by: .seconds(1))
        #expect(try await transport.text() == "3")
        #expect(try await transport.text() == "3", "it is stored")
        #expect(try await [held.readText(), alsoHeld.readText()] == ["1", "2"])
        #expect(origin.requests.count == 3)
    }

    @Test func callsThatWaitedForAReaderShareTheNextRequest() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { _, number in
            if number > 1 { await gate.wait() }
            return .text("\(number)", [.cacheControl: "max-age=60"])
        }
        let clock = ManualClock()
        let (cache, transport) = origin.cached(clock: clock)
        let held = try await transport.send(.get())
        let others = (0..<10).map { _ in Task { try await transport.text() } }
        while cache.flights.waiterCount < 10 { await Task.yield() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        // One of them makes the request, and the others wait for it.
        while origin.requests.count < 2 || cache.flights.waiterCount < 9 { await Task.yield() }
        gate.open()
        for other in others { #expect(try await other.value == "2") }
        #expect(origin.requests.count == 2)
        #expect(try await held.readText() == "1")
    }

    @Test func staleResponseIsRevalidatedOnceHoweverManyAsk() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { _, number in
            if number > 1 { await gate.wait() }
            return .text("\(number)", [.cacheControl: "max-age=60, stale-while-revalidate=600"])
        }
        let (cache, transport) = origin.cached()
        _ = try await transport.text()
        origin.move(by: 100)
        for _ in 0..<20 { #expect(try await transport.text() == "1") }
        gate.open()
        try await cache.flights.waitForAll()
        #expect(try await transport.text() == "2")
        #expect(origin.requests.count == 2)
    }
}
