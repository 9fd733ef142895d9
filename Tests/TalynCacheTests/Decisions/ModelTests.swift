import Foundation
import HTTPTypes
import Synchronization
import Talyn
import TestSupport
import Testing

@testable import TalynCache

/// Random histories of requests, responses and times. A naive model says which answer each request must get.
struct ModelTests {
    @Test(arguments: 1...60) func cacheActsAsTheModel(seed: UInt64) async throws {
        for isOnDisk in [false, true] {
            var random = Random(state: seed)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "talyn-model-\(UUID().uuidString)"
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            let next = Mutex(ModelResponse())
            let origin = ScriptedOrigin { request, number in
                let response = next.withLock { $0 }
                let tag = "\"\(response.tag)\""
                if response.hasTag, request.headerFields[.ifNoneMatch] == tag {
                    return .text("", response.fields, status: 304)
                }
                return .text("\(number)", response.fields)
            }
            let cache = HTTPCache(isOnDisk ? try DiskCacheStore(folder: folder) : MemoryCacheStore(), date: origin.date)
            let transport = InterceptedTransport(CachePlugin(cache), over: origin)
            var model = Model()
            for step in 0..<60 {
                let seconds = [1, 2, 5, 11, 30, 70].randomElement(using: &random)!
                origin.move(by: Double(seconds))
                model.now += seconds
                let request = ModelRequest(&random)
                let response = ModelResponse(&random)
                next.withLock { $0 = response }
                let expected = model.answer(to: request, by: response)
                let before = origin.requests.count
                let actual: String
                do {
                    actual = try await transport.send(request.transportRequest).readText()
                } catch {
                    actual = "failure"
                }
                try await cache.flights.waitForAll()
                let text = "seed \(seed), step \(step): \(request)"
                #expect(actual == expected.text, Comment(rawValue: text))
                #expect(origin.requests.count - before == expected.requests, Comment(rawValue: text))
                guard actual == expected.text, origin.requests.count - before == expected.requests else { return }
            }
        }
    }
}

/// A linear congruential generator: the histories are the same everywhere.
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}

private struct ModelRequest: CustomStringConvertible {
    let path: String
    let user: String?
    let accept: String
    let mode: CachePolicy.Mode
    let directive: String?
    let method: String

    init(_ random: inout Random) {
        path = ["/a", "/b"].randomElement(using: &random)!
        user = [nil, "ada", "grace"].randomElement(using: &random)!
        accept = ["x", "y"].randomElement(using: &random)!
        mode = (CachePolicy.Mode.allCases + [.default, .default, .default]).randomElement(using: &random)!
        directive = [nil, nil, nil, "no-cache", "max-age=5", "max-stale", "min-fresh=10"].randomElement(using: &random)!
        method = Int.random(in: 0..<8, using: &random) == 0 ? "DELETE" : "GET"
    }

    var transportRequest: OutgoingRequest {
        var fields = ["Accept": accept]
        fields["Authorization"] = user
        fields["Cache-Control"] = directive
        return .get("https://example.com\(path)", CachePolicy(mode), fields, method: method)
    }

    var description: String { "\(method) \(path) \(user ?? "-") \(accept) \(mode) \(directive ?? "-")" }
}

private struct ModelResponse: Sendable {
    var maxAge: Int? = 10
    var flags: Set<String> = []
    var staleWhileRevalidate: Int?
    var hasTag = false
    var tag = 0
    var variesByAccept = false

    init() {}

    init(_ random: inout Random) {
        maxAge = [nil, 0, 10, 60].randomElement(using: &random)!
        for flag in ["no-store", "no-cache", "must-revalidate", "public"]
        where Int.random(in: 0..<5, using: &random) == 0 {
            flags.insert(flag)
        }
        staleWhileRevalidate = [nil, nil, 20].randomElement(using: &random)!
        hasTag = Bool.random(using: &random)
        tag = Int.random(in: 0...1, using: &random)
        variesByAccept = Bool.random(using: &random)
    }

    var fields: HTTPFields {
        var directives = flags.sorted()
        if let maxAge { directives.append("max-age=\(maxAge)") }
        if let staleWhileRevalidate { directives.append("stale-while-revalidate=\(staleWhileRevalidate)") }
        var fields: HTTPFields = [.cacheControl: directives.joined(separator: ", ")]
        if hasTag { fields[.eTag] = "\"\(tag)\"" }
        if variesByAccept { fields[.vary] = "Accept" }
        return fields
    }
}

/// The cache as a list, looked through from the newest entry to the oldest.
private struct Model {
    private struct Stored {
        let path: String
        let user: String?
        var accept: String?
        let text: String
        var time: Int
        var response: ModelResponse

        func age(_ now: Int) -> Int { now - time }
        func lifetime() -> Int { response.maxAge ?? 0 }
        func isFresh(_ now: Int) -> Bool { age(now) < lifetime() }

        func fits(_ request: ModelRequest) -> Bool {
            path == request.path && (user == request.user || response.flags.contains("public"))
                && (accept == nil || accept == request.accept)
        }
    }

    var now = 0
    private var stored: [Stored] = []
    private var count = 0

    mutating func answer(to request: ModelRequest, by response: ModelResponse) -> (text: String, requests: Int) {
        guard request.method == "GET" else {
            // The cache never answers, and forgets what it has.
            if request.mode == .onlyIfCached { return ("failure", 0) }
            count += 1
            stored.removeAll { $0.path == request.path }
            return ("\(count)", 1)
        }
        if request.mode == .noStore {
            count += 1
            return ("\(count)", 1)
        }
        let index = stored.indices.filter { stored[$0].fits(request) }.max { stored[$0].time < stored[$1].time }
        guard let index else {
            return request.mode == .onlyIfCached ? ("failure", 0) : (ask(request, response, about: nil), 1)
        }
        let found = stored[index]
        switch request.mode {
        case .forceCache, .onlyIfCached: return (found.text, 0)
        case .reload: return (ask(request, response, about: nil), 1)
        case .noCache: return (ask(request, response, about: index), 1)
        case .default, .noStore: break
        }
        let isStrict = found.response.flags.contains("must-revalidate")
        if request.directive == "no-cache" || found.response.flags.contains("no-cache") {
            return (ask(request, response, about: index), 1)
        }
        if request.directive == "max-age=5", found.age(now) > 5 { return (ask(request, response, about: index), 1) }
        if request.directive == "min-fresh=10", found.lifetime() - found.age(now) < 10 {
            return (ask(request, response, about: index), 1)
        }
        if found.isFresh(now) || (request.directive == "max-stale" && !isStrict) { return (found.text, 0) }
        if let window = found.response.staleWhileRevalidate, !isStrict, found.age(now) - found.lifetime() <= window {
            _ = ask(request, response, about: index)
            return (found.text, 1)
        }
        return (ask(request, response, about: index), 1)
    }

    /// The answer of the server, which is stored if that is allowed.
    private mutating func ask(_ request: ModelRequest, _ response: ModelResponse, about index: Int?) -> String {
        count += 1
        if let index, stored[index].response.hasTag, response.hasTag, stored[index].response.tag == response.tag {
            // The 304 has new directives for the stored response.
            stored[index].time = now
            stored[index].response = response
            if response.variesByAccept { stored[index].accept = request.accept }
            let text = stored[index].text
            if response.flags.contains("no-store") { stored.remove(at: index) }
            return text
        }
        stored.removeAll { $0.fits(request) }
        guard !response.flags.contains("no-store") else { return "\(count)" }
        stored.append(
            Stored(
                path: request.path,
                user: request.user,
                accept: response.variesByAccept ? request.accept : nil,
                text: "\(count)",
                time: now,
                response: response
            )
        )
        return "\(count)"
    }
}
