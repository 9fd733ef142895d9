import Foundation
import HTTPTypes
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct ServerRateLimitTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT is 784111777. The tests use a later date: a reset of seconds since 1970 has ten digits.
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let dateField = ("Date", "Tue, 14 Nov 2023 22:13:20 GMT")

    private static func limits(_ fields: [(String, String)], status: Int = 200) throws -> ServerLimits? {
        var header = HTTPFields()
        for (name, value) in fields { header.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        return ServerLimits(header, status: status) { now }
    }

    /// The limit as text: remaining of limit, reset in seconds.
    private static func text(_ fields: [(String, String)], status: Int = 200) throws -> String? {
        try limits(fields, status: status)?.strictest.map {
            "\($0.remaining)/\($0.limit.map { "\($0)" } ?? "-") \($0.reset.seconds)"
        }
    }

    // MARK: - The drafts

    @Test func fieldsOfTheDraftAreRead() throws {
        #expect(try Self.text([("RateLimit", #""default";r=50;t=30"#)]) == "50/- 30.0")
        let policy = ("RateLimit-Policy", #""default";q=100;w=60;pk=:c2FsdA==:"#)
        #expect(try Self.text([("RateLimit", #""default";r=50;t=30"#), policy]) == "50/100 30.0")
        #expect(try Self.text([policy]) == nil)
        // Without a time, the whole window can be left.
        #expect(try Self.text([("ratelimit", #""default";r=50"#), policy]) == "50/100 60.0")
        #expect(try Self.text([("RateLimit", #""default";r=50"#)]) == nil)
        #expect(try Self.text([("RateLimit", #""default";t=50"#)]) == nil)
    }

    @Test func strictestOfSeveralLimitsCounts() throws {
        let policies = ("RateLimit-Policy", #""hour";q=1000;w=3600, "day";q=5000;w=86400"#)
        #expect(
            try Self.text([policies, ("RateLimit", #""hour";r=800;t=90, "day";r=100;t=36000"#)]) == "100/5000 36000.0"
        )
        #expect(try Self.text([policies, ("RateLimit", #""hour";r=0;t=90, "day";r=0;t=36000"#)]) == "0/5000 36000.0")
        // A list can be in several fields.
        let fields = [("RateLimit", #""hour";r=3;t=90"#), ("RateLimit", #""day";r=2;t=36000"#), policies]
        #expect(try Self.text(fields) == "2/5000 36000.0")
        let both = [("X-RateLimit-Remaining", "5"), ("X-RateLimit-Reset", "7"), ("RateLimit", #""a";r=9;t=1"#)]
        #expect(try Self.text(both) == "5/- 7.0")
    }

    @Test func policyThatCountsNoCallsIsIgnored() throws {
        let policies = ("RateLimit-Policy", #""bytes";q=65535;qu="content-bytes";w=10, "calls";q=9;qu="requests";w=10"#)
        #expect(try Self.text([policies, ("RateLimit", #""bytes";r=0;t=10, "calls";r=4;t=10"#)]) == "4/9 10.0")
        #expect(try Self.text([policies, ("RateLimit", #""bytes";r=0;t=10"#)]) == nil)
    }

    @Test func fieldsOfEarlierDraftsAreRead() throws {
        // Draft 07.
        #expect(try Self.text([("RateLimit", "limit=100, remaining=50, reset=5")]) == "50/100 5.0")
        let policy = ("RateLimit-Policy", "100;w=10, 1000;w=3600")
        #expect(try Self.text([("RateLimit", "limit=100, remaining=0, reset=5"), policy]) == "0/100 5.0")
        // Draft 03.
        let fields = [("RateLimit-Limit", "100"), ("RateLimit-Remaining", "50"), ("RateLimit-Reset", "50")]
        #expect(try Self.text(fields) == "50/100 50.0")
        let windows = [
            ("RateLimit-Limit", "10, 10;w=1;burst=1000, 1000;w=3600"), ("RateLimit-Remaining", "9"),
            ("RateLimit-Reset", "1"),
        ]
        #expect(try Self.text(windows) == "9/10 1.0")
    }

    // MARK: - Servers

    @Test func fieldsOfGitHubAreRead() throws {
        let fields = [
            ("x-ratelimit-limit", "60"), ("x-ratelimit-remaining", "56"), ("x-ratelimit-reset", "1700001800"),
            ("x-ratelimit-used", "4"), ("x-ratelimit-resource", "core"),
        ]
        #expect(try Self.text(fields + [Self.dateField]) == "56/60 1800.0")
        #expect(try Self.text(fields) == "56/60 1800.0")
        // The server's clock counts.
        #expect(try Self.text(fields + [("Date", "Tue, 14 Nov 2023 22:23:20 GMT")]) == "56/60 1200.0")
    }

    @Test func fieldsOfDiscordAreRead() throws {
        let fields = [
            ("X-RateLimit-Limit", "5"), ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1700000100.123"),
            ("X-RateLimit-Reset-After", "1.25"), ("X-RateLimit-Bucket", "abcd1234"),
        ]
        #expect(try Self.text(fields) == "0/5 1.25")
        let refused = try Self.limits(fields + [("Retry-After", "65")], status: 429)
        #expect(refused?.retryAfter == .seconds(65))
        #expect(refused?.strictest?.remaining == 0)
    }

    @Test func fieldsOfXAreRead() throws {
        let fields = [
            ("x-rate-limit-limit", "900"), ("x-rate-limit-remaining", "899"), ("x-rate-limit-reset", "1700000900"),
        ]
        #expect(try Self.text(fields) == "899/900 900.0")
    }

    @Test func fieldsOfOpenAIAreRead() throws {
        let requests = [
            ("x-ratelimit-limit-requests", "60"), ("x-ratelimit-remaining-requests", "59"),
            ("x-ratelimit-reset-requests", "1s"),
        ]
        let tokens = [
            ("x-ratelimit-limit-tokens", "150000"), ("x-ratelimit-remaining-tokens", "12999"),
            ("x-ratelimit-reset-tokens", "6m0s"),
        ]
        #expect(try Self.text(requests) == "59/60 1.0")
        #expect(try Self.text(requests + tokens) == "12/150 360.0")
        #expect(try Self.text([("x-ratelimit-remaining-tokens", "0")]) == nil)
    }

    @Test func fieldsOfAnthropicAreRead() throws {
        let requests = [
            ("anthropic-ratelimit-requests-limit", "50"), ("anthropic-ratelimit-requests-remaining", "49"),
            ("anthropic-ratelimit-requests-reset", "2023-11-14T22:13:22Z"),
        ]
        let output = [
            ("anthropic-ratelimit-output-tokens-limit", "8000"),
            ("anthropic-ratelimit-output-tokens-remaining", "999"),
            ("anthropic-ratelimit-output-tokens-reset", "2023-11-14T22:14:20Z"),
        ]
        #expect(try Self.text(requests) == "49/50 2.0")
        #expect(try Self.text(requests + output) == "0/8 60.0")
    }

    @Test func serverThatOnlyAsksForAWaitIsRead() throws {
        #expect(try Self.limits([("Retry-After", "2")], status: 429)?.retryAfter == .seconds(2))
        let date = [("Retry-After", "Tue, 14 Nov 2023 22:13:50 GMT"), Self.dateField]
        #expect(try Self.limits(date, status: 503)?.retryAfter == .seconds(30))
        for status in [200, 202, 301, 413, 500] {
            #expect(try Self.limits([("Retry-After", "2")], status: status) == nil)
        }
        #expect(try Self.limits([("Retry-After", "soon")], status: 429) == nil)
    }

    @Test func resetWithoutARemainingCountsForARefusedCallOnly() throws {
        let fields = [("X-RateLimit-Reset", "30")]
        #expect(try Self.text(fields) == nil)
        #expect(try Self.text(fields, status: 429) == "0/- 30.0")
    }

    // MARK: - Values

    @Test(
        arguments: [
            ("30", 30), ("0", 1), ("0.25", 0.25), ("1700000060", 60), ("1700000060000", 60), ("1700000060500", 60.5),
            ("1700000000", 1), ("1600000000", 1), ("999999999", 999_999_999), ("30, 30", 30), (" 7 ", 7),
            ("Tue, 14 Nov 2023 22:14:20 GMT", 60), ("30;w=60", 30), ("30 seconds", 30), ("2023-11-14T22:14:20Z", 60),
            ("2023-11-14T22:14:20.500000Z", 60.5), ("2023-11-14T23:14:20+01:00", 60), ("2023-11-14T22:13:20Z", 1),
            ("6m0s", 360), ("500ms", 0.5), ("0h2m3.5s", 123.5), ("1h", 3_600), ("0s", 0),
        ] as [(String, Double)]
    )
    func resetIsRecognizedByItsSize(value: String, seconds: Double) throws {
        let limit = try Self.limits([("X-RateLimit-Remaining", "1"), ("X-RateLimit-Reset", value)])?.strictest
        #expect(limit?.reset.seconds == seconds)
    }

    @Test(arguments: [
        "-5", "NaN", "inf", "soon", "", "1.2.3", ".", "٣", "0x10", "6m0", "5sec", "s", "m5", "1..5s", "1e3",
        "2023-11-14T22:14:20Z-",
        "2023-11-14T22:14:20", "2023-11-14", "2023-13-14T22:14:20Z",
    ])
    func absurdResetIsIgnored(value: String) throws {
        let limit = try Self.limits([("X-RateLimit-Remaining", "1"), ("X-RateLimit-Reset", value)])?.strictest
        #expect(limit == nil)
        #expect(try Self.text([("RateLimit", "\"a\";r=1;t=\(value)")]) == nil)
    }

    @Test(arguments: ["-1", "", "many", "NaN", "99999999999999999999", "5MB", "0x10"])
    func absurdRemainingIsIgnored(value: String) throws {
        #expect(try Self.text([("X-RateLimit-Remaining", value), ("X-RateLimit-Reset", "5")]) == nil)
        #expect(try Self.text([("RateLimit", "\"a\";r=\(value);t=5")]) == nil)
        #expect(try Self.text([("RateLimit", "limit=9, remaining=\(value), reset=5")]) == nil)
    }

    @Test func hugeNumbersAreBounded() throws {
        let digits = String(repeating: "9", count: 300)
        let limit = try Self.limits([("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", digits)])?.strictest
        #expect(limit?.reset == .longest)
        let largest = try Self.text([("RateLimit", #""a";r=999999999999999;t=999999999999999"#)])
        #expect(largest == "999999999999999/- 999999999999999.0" || largest?.hasPrefix("\(Int.max)/") == true)
    }

    @Test func manyMembersAreBounded() throws {
        let member = #""default";r=5;t=1"#
        let fields =
            (0..<5_000).map { _ in ("RateLimit", member) } + (0..<5_000).map { ("RateLimit-Policy", #""p\#($0)";q=1"#) }
        #expect(try Self.text(fields) == "5/- 1.0")
    }

    @Test func storedResponseSaysNothingOfNow() throws {
        let fields = [("RateLimit", #""default";r=0;t=30"#)]
        #expect(try Self.text(fields + [("Age", "20")]) == nil)
        #expect(try Self.text(fields + [("Age", "0")]) == "0/- 30.0")
    }

    @Test func otherFieldsTellNothing() throws {
        let fields = [("Content-Type", "a/b"), ("X-Request-ID", "7"), ("RateLimited", "1"), ("Referrer-Policy", "a")]
        #expect(try Self.limits(fields) == nil)
    }

    @Test func responseHasItsRateLimit() {
        let response = Response(
            statusCode: 200,
            data: Data(),
            headerFields: [.named("RateLimit"): #""default";r=50;t=30"#]
        )
        #expect(response.rateLimit?.remaining == 50)
        #expect(response.rateLimit?.reset == .seconds(30))
        #expect(Response(statusCode: 200, data: Data(), headerFields: [:]).rateLimit == nil)
    }
}
