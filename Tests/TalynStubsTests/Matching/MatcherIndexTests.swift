import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynStubs

struct MatcherIndexTests {
    /// Whatever the matchers are, the index leaves out none that matches.
    @Test(.hammer, .serialized, arguments: 1...20) func noMatchIsMissed(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let matchers = (0..<60).map { _ in Self.matcher(&random, depth: 3) }
        var index = MatcherIndex()
        for matcher in matchers { index.add(matcher) }
        var found = 0
        for _ in 0..<40 {
            let request = Self.request(&random)
            let candidates = index.candidates(for: MatchedRequest(request))
            let matching = matchers.indices.filter { matchers[$0].matches(request) }
            found += matching.count
            #expect(Set(matching).isSubset(of: candidates))
            #expect(candidates == candidates.sorted())
        }
        #expect(found > 0)
    }

    @Test func onlyStubsOfThePathAreAsked() {
        var index = MatcherIndex()
        for number in 0..<100 { index.add(.get("/items/\(number)/{kind}")) }
        let request = TalynStubs.ReceivedRequest(
            target: Hub.zen,
            TalynStubs.ReceivedRequest.line("GET https://example.com/items/42/x").request,
            body: Data()
        )
        #expect(index.candidates(for: MatchedRequest(request)) == [42])
    }

    /// A subclass's object can equal a target of the superclass, and meet its conditions.
    @Test func targetsOfClassesMatchTargetsOfTheirSubclasses() {
        var index = MatcherIndex()
        index.add(.target(Named("ada")))
        index.add(.target(Named.self) { $0.name.count == 3 })
        let request = TalynStubs.ReceivedRequest(
            target: Renamed("ada"),
            TalynStubs.ReceivedRequest.line("GET https://example.com/names/ada").request,
            body: Data()
        )
        #expect(index.candidates(for: MatchedRequest(request)) == [0, 1])
    }

    private class Named: TargetType, Hashable, @unchecked Sendable {  // Unchecked: immutable.
        let name: String

        init(_ name: String) {
            self.name = name
        }

        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "/names/\(name)" }

        static func == (left: Named, right: Named) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    private final class Renamed: Named, @unchecked Sendable {}

    private static let segments = ["a", "b", "users", "x y", "ä"]

    private static func request(_ random: inout SeededGenerator) -> TalynStubs.ReceivedRequest {
        var components = URLComponents(string: "https://example.com")!
        let path = (0..<Int.random(in: 0...3, using: &random)).map { _ in segments.randomElement(using: &random)! }
        components.path = "/" + path.joined(separator: "/")
        if Bool.random(using: &random) { components.query = "p=\(Int.random(in: 1...2, using: &random))" }
        var request = OutgoingRequest(url: components.url!)
        request.method = Bool.random(using: &random) ? .get : .post
        return TalynStubs.ReceivedRequest(target: target(&random), request, body: Data())
    }

    private static func target(_ random: inout SeededGenerator) -> Hub {
        [.zen, .user("ada"), .user("grace"), .search("a", page: 1)].randomElement(using: &random)!
    }

    private static func matcher(_ random: inout SeededGenerator, depth: Int) -> RequestMatcher {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &random) {
        case 0: return .target(target(&random))
        case 1: return .target(Hub.self) { $0 != .zen }
        case 2, 3:
            let segments = segments + ["{name}", "*"]
            var path = (0..<Int.random(in: 0...3, using: &random)).map { _ in segments.randomElement(using: &random)! }
            if Int.random(in: 0..<4, using: &random) == 0 { path.append("**") }
            return .path("/" + path.joined(separator: "/"))
        case 4: return .method(.get)
        case 5: return .query("p", "1")
        case 6: return .any
        case 7: return matcher(&random, depth: depth - 1) && matcher(&random, depth: depth - 1)
        case 8: return matcher(&random, depth: depth - 1) || matcher(&random, depth: depth - 1)
        default: return !matcher(&random, depth: depth - 1)
        }
    }
}
