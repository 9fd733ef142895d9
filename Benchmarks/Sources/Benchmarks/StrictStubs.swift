import Foundation
import Talyn
import TalynTesting

/// Immediate stubs of a strict set of a hundred, one call after the other, on one thread.
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
    private static func stubs() -> StubSet {
        let stubs = StubSet()
        for number in 0..<50 { stubs.fallback(.target(Shop.item(number)), .text("\(number)")) }
        for number in 50..<99 { stubs.fallback(.get("/items/\(number)/{kind}"), .text("\(number)")) }
        stubs.fallback(.get("/zen"), .text("Keep it simple."))
        return stubs
    }

    static func byTarget(_ seconds: Double) async throws -> Sample {
        try await measure(.item(25), "25", seconds)
    }

    static func byPath(_ seconds: Double) async throws -> Sample {
        try await measure(.item(75), "75", seconds)
    }

    private static func measure(_ target: Shop, _ answer: String, _ seconds: Double) async throws -> Sample {
        let answer = Data(answer.utf8)
        let stubs = stubs()
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
