import Foundation
import HTTPTypes
import Talyn
import TalynCache
import Testing

struct CachedThenFreshTests {
    private struct Shop: TargetType {
        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath { "/products" }
    }

    private struct Step: Equatable {
        let value: [Int]
        let source: CachedValue<[Int]>.Source
    }

    private func steps(_ provider: Provider<Shop>) async throws -> [Step] {
        var steps: [Step] = []
        for try await products in provider.cachedThenFresh(Shop(), as: [Int].self) {
            steps.append(Step(value: products.value, source: products.source))
        }
        return steps
    }

    /// Expects that the second run gives the stored value, and then fails.
    private func expectFailureAfterTheStoredValue(_ origin: ScriptedOrigin) async throws {
        let provider = Provider<Shop>(transport: origin.cached().1)
        _ = try await steps(provider)
        var values: [[Int]] = []
        await #expect(throws: TalynError.self) {
            for try await products in provider.cachedThenFresh(Shop(), as: [Int].self) { values.append(products.value) }
        }
        #expect(values == [[1]])
    }

    @Test func storedValueComesFirstAndTheServersAfterIt() async throws {
        let origin = ScriptedOrigin { _, number in .text("[\(number)]", [.cacheControl: "max-age=60"]) }
        let provider = Provider<Shop>(transport: origin.cached().1)
        #expect(try await steps(provider) == [Step(value: [1], source: .server)])
        #expect(try await steps(provider) == [Step(value: [1], source: .cache), Step(value: [2], source: .server)])
    }

    @Test func confirmedValueIsMarked() async throws {
        let origin = ScriptedOrigin { request, number in
            let status = request.headerFields[.ifNoneMatch] == nil ? 200 : 304
            return .text(
                status == 200 ? "[\(number)]" : "",
                [.cacheControl: "max-age=60", .eTag: "\"1\""],
                status: status
            )
        }
        let provider = Provider<Shop>(transport: origin.cached().1)
        _ = try await steps(provider)
        #expect(try await steps(provider) == [Step(value: [1], source: .cache), Step(value: [1], source: .confirmed)])
    }

    @Test func failureOfTheServerComesAfterTheStoredValue() async throws {
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { return .text("", status: 500) }
            return .text("[1]", [.cacheControl: "max-age=60"])
        }
        try await expectFailureAfterTheStoredValue(origin)
    }

    @Test func serverThatCannotBeReachedIsAFailureAfterTheStoredValue() async throws {
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { throw TransportError(.notConnected) }
            return .text("[1]", [.cacheControl: "max-age=60", .eTag: "\"1\""])
        }
        try await expectFailureAfterTheStoredValue(origin)
    }

    @Test func staleValueIsToldWithoutANetwork() async throws {
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { throw TransportError(.notConnected) }
            return .text("[1]", [.cacheControl: "max-age=60"])
        }
        let provider = Provider<Shop>(transport: origin.cached().1)
        _ = try await steps(provider)
        for isStale in [false, true] {
            var values: [Bool] = []
            let error = await #expect(throws: TalynError.self) {
                for try await products in provider.cachedThenFresh(Shop(), as: [Int].self) {
                    values.append(products.isStale)
                }
            }
            #expect(error?.isConnectionFailure == true)
            #expect(values == [isStale])
            origin.move(by: 100)
        }
    }

    @Test func optionsOfTheProviderHold() async throws {
        let origin = ScriptedOrigin { _, number in .text("[\(number)]") }
        let (cache, transport) = origin.cached()
        let policy = CachePolicy(lifetime: .seconds(60), version: 3, tags: ["shop"])
        let provider = Provider<Shop>(transport: transport, requestOptions: RequestOptions { $0.cache = policy })
        _ = try await provider.request(Shop())
        #expect(try await steps(provider) == [Step(value: [1], source: .cache), Step(value: [2], source: .server)])
        #expect(try await cache.responses().map(\.response.tags) == [["shop"]])
    }

    @Test func callWithoutStorageGivesTheServersValue() async throws {
        let origin = ScriptedOrigin { _, number in .text("[\(number)]", [.cacheControl: "max-age=60"]) }
        let (cache, transport) = origin.cached()
        let provider = Provider<Shop>(transport: transport, requestOptions: RequestOptions { $0.cache = .noStore })
        for number in 1...2 { #expect(try await steps(provider) == [Step(value: [number], source: .server)]) }
        #expect(try await cache.responses().isEmpty)
    }

    @Test func storedValueOfAnOldModelIsLeftOut() async throws {
        let origin = ScriptedOrigin { _, number in .text(number == 1 ? "{}" : "[2]", [.cacheControl: "max-age=60"]) }
        let provider = Provider<Shop>(transport: origin.cached().1)
        _ = try await provider.request(Shop())
        #expect(try await steps(provider) == [Step(value: [2], source: .server)])
    }
}
