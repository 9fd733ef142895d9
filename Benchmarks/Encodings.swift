#if Tools
import Foundation
import Talyn

/// The query and the JSON body of a request, with 20 nested keys.
enum Encodings {
    struct Search: TargetType {
        var query: RequestParameters = [:]
        var body = RequestBody.none

        static let base = URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/")

        var baseURL: URL { Self.base }
        var path: RequestPath { "/search" }
    }

    private static func group(_ number: Int) -> RequestParameters {
        let inner: RequestParameters = ["key": "value"]
        return [
            "name": "some value \(number)",
            "count": number,
            "flag": number % 2 == 0,
            "ratio": Double(number) + 0.5,
            "inner": inner,
        ]
    }

    static let parameters: RequestParameters = [
        "group0": group(0), "group1": group(1), "group2": group(2), "group3": group(3),
    ]

    static func query(_ seconds: Double) throws -> Sample {
        try measure(Search(query: parameters), seconds)
    }

    static func json(_ seconds: Double) throws -> Sample {
        try measure(Search(body: .json(parameters)), seconds)
    }

    private static func measure(_ target: Search, _ seconds: Double) throws -> Sample {
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<100 {
                let request = try Endpoint(target).request()
                guard request.url?.query != nil || request.body != nil else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(100)
        return stopwatch.sample()
    }
}
#endif
