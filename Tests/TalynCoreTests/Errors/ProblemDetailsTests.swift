import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore

struct ProblemDetailsTests {
    private static func error(
        _ body: String,
        contentType: String = "application/problem+json",
        status: Int = 403
    ) -> TalynError {
        let fields: HTTPFields = [.contentType: contentType]
        let response = Response(statusCode: status, data: Data(body.utf8), headerFields: fields)
        return TalynError(.unacceptableStatus, response: response)
    }

    private static func problem(_ body: String) throws -> ProblemDetails {
        try #require(error(body).problemDetails)
    }

    /// The first example of section 3 of RFC 9457.
    private static let outOfCredit = """
        {
         "type": "https://example.com/probs/out-of-credit",
         "title": "You do not have enough credit.",
         "detail": "Your current balance is 30, but that costs 50.",
         "instance": "/account/12345/msgs/abc",
         "balance": 30,
         "accounts": ["/account/12345",
                      "/account/67890"]
        }
        """

    @Test func exampleWithExtensionMembersIsRead() throws {
        let problem = try Self.problem(Self.outOfCredit)
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.title == "You do not have enough credit.")
        #expect(problem.detail == "Your current balance is 30, but that costs 50.")
        #expect(problem.instance == "/account/12345/msgs/abc")
        #expect(problem.status == nil)
        #expect(problem.extensionNames == ["balance", "accounts"])
        #expect(problem.decode(Int.self, for: "balance") == 30)
        #expect(problem.decode(for: "accounts") == ["/account/12345", "/account/67890"])
        #expect(problem.decode(String.self, for: "balance") == nil)
        #expect(problem.decode(Int.self, for: "status") == nil)
    }

    /// The second example of section 3.
    @Test func exampleWithErrorsOfFieldsIsRead() throws {
        struct FieldError: Decodable, Equatable {
            let detail: String
            let pointer: String
        }
        let problem = try Self.problem(
            """
            {
             "type": "https://example.net/validation-error",
             "title": "Your request is not valid.",
             "errors": [
                         {
                           "detail": "must be a positive integer",
                           "pointer": "#/age"
                         },
                         {
                           "detail": "must be 'green', 'red' or 'blue'",
                           "pointer": "#/profile/color"
                         }
                      ]
            }
            """
        )
        let errors = problem.decode([FieldError].self, for: "errors")
        #expect(errors?.map(\.pointer) == ["#/age", "#/profile/color"])
        #expect(errors?.first?.detail == "must be a positive integer")
    }

    @Test(arguments: ["{}", " { } ", #"{"type": null, "title": null}"#])
    func documentWithoutATypeIsAboutBlank(body: String) throws {
        let problem = try Self.problem(body)
        #expect(problem.type == "about:blank")
        #expect([problem.title, problem.detail, problem.instance] == [nil, nil, nil])
        #expect(problem.extensionNames.isEmpty)
    }

    @Test func membersOfAnotherTypeAreIgnored() throws {
        let body = #"{"type": 7, "title": ["a"], "status": "403", "detail": true, "instance": {}, "balance": 30}"#
        let problem = try Self.problem(body)
        #expect(problem.type == "about:blank")
        #expect([problem.title, problem.detail, problem.instance] == [nil, nil, nil])
        #expect(problem.status == nil)
        #expect(problem.extensionNames == ["balance"])
        #expect(try Self.problem(#"{"status": 1e99, "title": "Gone"}"#).status == nil)
        #expect(try Self.problem(#"{"status": 422}"#).status == 422)
    }

    @Test func firstOfMembersWithTheSameNameCounts() throws {
        let problem = try Self.problem(#"{"title": "a", "balance": 1, "title": "b", "balance": 2}"#)
        #expect(problem.title == "a")
        #expect(problem.decode(Int.self, for: "balance") == 1)
    }

    @Test(arguments: [
        ("application/problem+json", true), ("Application/Problem+JSON; charset=utf-8", true),
        ("application/json", false), ("application/problem+xml", false), ("text/html", false),
        ("application/problem+jsonx", false),
    ])
    func mediaTypeDecides(contentType: String, isProblem: Bool) {
        let error = Self.error(Self.outOfCredit, contentType: contentType)
        #expect((error.problemDetails != nil) == isProblem)
    }

    @Test(arguments: ["", "7", "[]", "null", "{", #"{"title": "#, "<html>"])
    func bodyThatIsNoObjectIsNoProblem(body: String) {
        #expect(Self.error(body).problemDetails == nil)
    }

    @Test func errorWithoutAResponseHasNone() {
        #expect(TalynError(TransportError(.timedOut)).problemDetails == nil)
    }

    @Test func bodyBeyondTheLimitIsNoProblem() {
        func body(_ size: Int) -> String { #"{"title": ""# + String(repeating: "a", count: size - 13) + #""}"# }
        #expect(Self.error(body(ProblemDetails.maximumSize)).problemDetails != nil)
        let larger = Self.error(body(ProblemDetails.maximumSize + 1))
        #expect(larger.problemDetails == nil)
        #expect(larger.failureReason == nil)
    }

    @Test func membersAreReadThatAreNestedDeeply() throws {
        func nested(_ depth: Int) -> String {
            #"{"title": "a", "deep": "# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                + "}"
        }
        #expect(try Self.problem(nested(400)).extensionNames == ["deep"])
        // The decoder refuses it.
        #expect(Self.error(nested(100_000)).problemDetails == nil)
    }

    @Test(arguments: ["a.b", "", "0", "é", #"a"b"#])
    func nameOfAnExtensionMemberIsAnyText(name: String) throws {
        let document = try JSONEncoder().encode([name: 7])
        let problem = try #require(ProblemDetails(document))
        #expect(problem.extensionNames == [name])
        #expect(problem.decode(Int.self, for: name) == 7)
        let decoder = CodingOptions { $0.keys = .snakeCase }.jsonDecoder
        #expect(problem.decode(Int.self, for: name, using: decoder) == 7)
    }

    @Test func valuesOfExtensionMembersKeepTheirDigits() throws {
        let problem = try Self.problem(
            #"""
            {"big": 9223372036854775807, "bigger": 18446744073709551615, "price": 19.99, "tiny": 5e-324,
            "none": null, "yes": true, "text": "é\n", "deep": {"list": [1, "a", {}]}, "until": "2026-01-02T03:04:05Z"}
            """#
        )
        #expect(problem.decode(Int64.self, for: "big") == .max)
        #expect(problem.decode(UInt64.self, for: "bigger") == .max)
        #expect(problem.decode(Decimal.self, for: "price") == Decimal(string: "19.99"))
        #expect(problem.decode(Double.self, for: "price") == 19.99)
        #expect(problem.decode(Bool.self, for: "yes") == true)
        #expect(problem.decode(String.self, for: "text") == "é\n")
        #expect(problem.decode(Int?.self, for: "none") == .some(nil))
        #expect(problem.decode(Date.self, for: "until") == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(problem.decode([String: [EmptyResult]].self, for: "deep")?["list"]?.count == 3)
    }

    @Test func decoderReadsTheMembersOfTheRFC() throws {
        let problem = try JSONDecoder().decode([ProblemDetails].self, from: Data("[\(Self.outOfCredit)]".utf8)).first
        #expect(problem?.title == "You do not have enough credit.")
        #expect(problem?.extensionNames == ["balance", "accounts"])
        #expect(problem?.decode(Int.self, for: "balance") == nil)
    }

    @Test(arguments: ["{\"a\":1e999}", "{\"a\":[1e999]}", "{\"a\":{\"b\":1e999}}"])
    func memberThatNoTypeHoldsIsIgnored(document: String) throws {
        #expect(try Self.problem(document).decode(Double.self, for: "a") == nil)
    }

    @Test(arguments: ["{\"a\":", "{\"a\"", "{\"a\":[}", "{\"a\":\"", "{\"a\" 1}", "{1:2}", "{\"a\":1}x", "\u{FEFF}"])
    func invalidTextIsNoProblem(document: String) {
        #expect(ProblemDetails(Data(document.utf8)) == nil)
        #expect(ProblemDetails(Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])) == nil)
    }

    private enum API: TargetType {
        case declared, other

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/" }
        var coding: CodingOptions { CodingOptions { $0.keys = .snakeCase } }
        var failureBodyType: (any (Decodable & Sendable).Type)? {
            self == .declared ? ProblemDetails.self : EmptyResult.self
        }
    }

    @Test func problemDoesNotDependOnTheTarget() async {
        let body = #"{"title": "Too fast", "retry_after": 3}"#
        for target in [API.declared, .other] {
            for contentType in ["application/problem+json", "application/json"] {
                let transport = ClosureTransport { _ in
                    TransportResponse(
                        statusCode: 429,
                        headerFields: [.contentType: contentType],
                        body: HTTPBody(Data(body.utf8))
                    )
                }
                let provider = Provider<API>(transport: transport)
                let error = await #expect(throws: TalynError.self) { try await provider.request(target) }
                let isProblem = contentType == "application/problem+json"
                #expect(error?.problemDetails?.decode(Int.self, for: "retry_after") == (isProblem ? 3 : nil))
                let declared = error?.failureBody as? ProblemDetails
                #expect(declared?.title == (target == .declared ? "Too fast" : nil))
                #expect(declared?.decode(Int.self, for: "retry_after") == (target == .declared ? 3 : nil))
            }
        }
    }

    @Test func textsShowNoSecrets() throws {
        let body = #"""
            {"type": "https://a.example/p?api_key=hunter2", "title": "Bad\nline", "detail": "password: hunter2", "status": 400,
            "instance": "/tokens/hunter2", "token": "hunter2", "note": "hunter2"}
            """#
        let error = Self.error(body)
        let problem = try #require(error.problemDetails)
        for text in ["\(problem)", String(reflecting: problem), "\([problem])", "\(error)"] {
            #expect(!text.contains("hunter2") && !text.contains("\n"), "\(text)")
        }
        #expect("\(problem)".hasPrefix("Problem with status 400: https://a.example/p"))
        #expect("\(problem)".hasSuffix("… Bad line."))
    }
}
