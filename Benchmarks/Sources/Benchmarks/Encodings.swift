import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The parameter encodings with 20 nested keys.
enum Encodings {
    static let parameters: Parameters = {
        var parameters: Parameters = [:]
        for group in 0..<4 {
            parameters["group\(group)"] =
                [
                    "name": "some value \(group)",
                    "count": group,
                    "flag": group % 2 == 0,
                    "ratio": Double(group) + 0.5,
                    "inner": ["key": "value"],
                ] as [String: any Sendable]
        }
        return parameters
    }()

    static func url(_ seconds: Double) throws -> Sample {
        try measure(URLEncoding.queryString, seconds)
    }

    static func json(_ seconds: Double) throws -> Sample {
        try measure(JSONEncoding.default, seconds)
    }

    private static func measure(_ encoding: some ParameterEncoding, _ seconds: Double) throws -> Sample {
        guard let url = URL(string: "https://api.example.com/search") else { throw UnexpectedAnswer() }
        let request = URLRequest(url: url)
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<100 {
                let encoded = try encoding.encode(request, with: parameters)
                guard encoded.url?.query != nil || encoded.httpBody != nil else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(100)
        return stopwatch.sample()
    }
}
