#if Tools
import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Immediate stubs, one after the other, on one thread.
enum Stubs {
    enum GitHub: TargetType {
        case zen
        case user(String)

        static let base = URL(string: "https://api.github.com") ?? URL(fileURLWithPath: "/")
        static let sample = Data("Half measures are as bad as nothing at all.".utf8)

        var baseURL: URL { Self.base }

        var path: RequestPath {
            switch self {
            case .zen: "/zen"
            case .user(let name): "/users/\(name)"
            }
        }

        var sampleData: Data { Self.sample }
    }

    static func async(_ seconds: Double) async throws -> Sample {
        let provider = Provider<GitHub>(transport: SampleTransport())
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<1000 {
                guard try await provider.request(.zen).data.count == 43 else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(1000)
        return stopwatch.sample()
    }

    /// The part of a call that Foundation makes: a URL from its text, and a request.
    static func requestAlone(_ seconds: Double) throws -> Sample {
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<1000 {
                let text = GitHub.base.absoluteString + "/zen"
                guard let url = URL(string: text), URLRequest(url: url).url != nil else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(1000)
        return stopwatch.sample()
    }
}
#endif
