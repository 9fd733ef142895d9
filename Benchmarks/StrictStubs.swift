#if Tools
import Foundation
import Talyn
import TalynTesting

/// Immediate stubs of a strict set, one call after the other, on one thread.
enum StrictStubs {
    enum Shop: TargetType, Hashable {
        case item(Int)
        case zen

        static let base = URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/")

        var baseURL: URL { Self.base }

        var path: RequestPath {
            switch self {
            case .item(let number): "/items/\(number)/price"
            case .zen: "/zen"
            }
        }
    }

    /// Half of them match by target, and half by method and path.
    private static func stubs(_ count: Int) -> StubSet {
        let stubs = StubSet()
        for number in 0..<count / 2 { stubs.fallback(.target(Shop.item(number)), .text("\(number)")) }
        for number in count / 2..<count - 1 { stubs.fallback(.get("/items/\(number)/{kind}"), .text("\(number)")) }
        stubs.fallback(.get("/zen"), .text("Keep it simple."))
        return stubs
    }

    static func byTarget(of count: Int = 100, _ seconds: Double) async throws -> Sample {
        try await measure(count / 4, of: count, seconds)
    }

    static func byPath(of count: Int = 100, _ seconds: Double) async throws -> Sample {
        try await measure(count * 3 / 4, of: count, seconds)
    }

    private static func measure(_ number: Int, of count: Int, _ seconds: Double) async throws -> Sample {
        let target = Shop.item(number)
        let answer = Data("\(number)".utf8)
        let stubs = stubs(count)
        let provider = Provider<Shop>(transport: stubs)
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<1000 {
                guard try await provider.request(target).data == answer else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(1000)
        return stopwatch.sample()
    }
}
#endif
