#if Tools
import Foundation
import Moya

/// Immediate stubs of Moya's provider, one after the other, on one thread.
enum MoyaStubs {
    enum GitHub: TargetType {
        case zen

        static let base = URL(string: "https://api.github.com") ?? URL(fileURLWithPath: "/")
        static let sample = Data("Half measures are as bad as nothing at all.".utf8)

        var baseURL: URL { Self.base }
        var path: String { "/zen" }
        var method: Moya.Method { .get }
        var task: Moya.Task { .requestPlain }
        var headers: [String: String]? { nil }
        var sampleData: Data { Self.sample }
    }

    static func withCompletionHandler(_ seconds: Double) -> Sample {
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
        let answered = Counter()
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<1000 {
                provider.request(.zen) { result in
                    if case .success(let response) = result, response.data.count == 43 { answered.count += 1 }
                }
            }
        } while stopwatch.lap(1000)
        precondition(answered.count == stopwatch.operations, "A stub didn't answer before request returned.")
        return stopwatch.sample()
    }

    private final class Counter: @unchecked Sendable {  // Only touched by the thread that measures.
        var count = 0
    }
}
#endif
