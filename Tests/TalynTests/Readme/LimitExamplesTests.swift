import Foundation
import HTTPTypes
import Talyn
import TalynCore
import TestSupport
import Testing
import _TalynSupport

/// Runs examples of the page of rate limits.
struct LimitExamplesTests {
    /// A plugin as on the page, with a clock that jumps.
    @Test func pluginOfTheExampleWaitsForTheResetOfTheServer() async throws {
        let clock = JumpingClock()
        let times = Recorder<Duration>()
        let transport = ClosureTransport { _ in
            times.record(clock.now.offset)
            let fields: HTTPFields = [.named("RateLimit"): #""default";r=0;t=30"#]
            return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data()))
        }
        let github = Provider<GitHub>(transport: transport, plugins: [RetryPlugin(), RateLimitPlugin(clock: clock)])
        for _ in 0..<3 { try await LimitExamples.told(github) }
        #expect(times.events == [.zero, .seconds(30), .seconds(60)])
        #expect(try await github.request(.user("ada")).rateLimit?.remaining == 0)
    }

    /// Each row of the table is a form that the reader knows.
    @Test(arguments: [
        ["RateLimit": #""default";r=50;t=30"#, "RateLimit-Policy": #""default";q=100;w=60"#],
        ["RateLimit": "limit=100, remaining=50, reset=5"],
        ["RateLimit-Limit": "100", "RateLimit-Remaining": "50", "RateLimit-Reset": "30"],
        ["X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4999", "X-RateLimit-Reset": "1700003600"],
        ["X-Rate-Limit-Limit": "5000", "X-Rate-Limit-Remaining": "4999", "X-Rate-Limit-Reset": "1700003600"],
        ["X-RateLimit-Remaining": "4999", "X-RateLimit-Reset-After": "1.25"],
    ])
    func formOnThePageIsRead(fields: [String: String]) throws {
        let text = try RepositoryFiles.text("Sources/Talyn/Talyn.docc/RateLimit.md")
        for value in fields.values { #expect(text.contains("`\(value)`"), "\(value)") }
        #expect(Response(statusCode: 200, data: Data(), headerFields: HTTPFields(fields)).rateLimit != nil)
    }
}
