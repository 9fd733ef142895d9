import Foundation
import HTTPTypes
import TalynCore
import TalynStubs
import Testing

@testable import TalynOpenAPIRuntime

struct OperationTests {
    private static func operation(_ security: [[String]]) -> APIOperation<String> {
        APIOperation(
            "get",
            tag: "t",
            "GET",
            "/a",
            at: URL(string: "https://api.example")!,
            query: [.form("q", 1)],
            security: security
        )
    }

    private func request(_ security: [[String]]) async throws -> ReceivedRequest {
        let stubs = StubSet()
        stubs.on(.any, .text("ok"))
        let credentials = SecurityCredentials(
            [
                "bearer": .bearer, "basic": .basic, "header": .header("X-Key"), "query": .query("key"),
                "cookie": .cookie("sid"),
                "token": .http("Token"), "none": .bearer,
            ],
            [
                "bearer": { "b" }, "basic": { "ada:pw" }, "header": { "h" }, "query": { "q&" }, "cookie": { "c" },
                "token": { "t" },
                "none": { nil },
            ]
        )
        let provider = MultiProvider(transport: stubs, plugins: [credentials])
        _ = try await provider.result(of: Self.operation(security), RequestOptions())
        return try #require(stubs.requests.first)
    }

    @Test func credentialHasItsPlace() async throws {
        #expect(try await request([["bearer"]]).headerFields[.authorization] == "Bearer b")
        #expect(try await request([["basic"]]).headerFields[.authorization] == "Basic YWRhOnB3")
        #expect(try await request([["token"]]).headerFields[.authorization] == "Token t")
        #expect(try await request([["header"]]).headerFields[HTTPField.Name("X-Key")!] == "h")
        #expect(try await request([["query"]]).url.query(percentEncoded: true) == "q=1&key=q%26")
        #expect(try await request([["cookie"]]).headerFields[.cookie] == "sid=c")
    }

    /// A server compares the key with the bytes that it gave out.
    @Test(
        arguments: [
            ("a=b+c/d==", "a=b+c/d=="), ("100%!#$&'()*:<>?@[]^`{|}~", "100%!#$&'()*:<>?@[]^`{|}~"),
            ("a b;c,d\"e\\f", "a%20b%3Bc%2Cd%22e%5Cf"), ("ü\n", "%C3%BC%0A"),
        ]
    )
    func cookieHasTheBytesOfTheKey(key: String, value: String) throws {
        var request = OutgoingRequest(HTTPRequest(method: .get, scheme: "https", authority: "a", path: "/"))
        request.headerFields[.cookie] = "c=1"
        try SecurityScheme.cookie("sid").add(key, to: &request)
        #expect(request.headerFields[.cookie] == "c=1; sid=\(value)")
    }

    @Test func firstCompleteAlternativeCounts() async throws {
        let both = try await request([["none"], ["unknown", "header"], ["basic", "header"], ["bearer"]])
        #expect(both.headerFields[.authorization] == "Basic YWRhOnB3")
        #expect(both.headerFields[HTTPField.Name("X-Key")!] == "h")
        #expect(try await request([["none"]]).headerFields[.authorization] == nil)
    }

    @Test func credentialThatIsThereIsSentThoughNoneIsNeeded() async throws {
        #expect(try await request([[], ["bearer"]]).headerFields[.authorization] == "Bearer b")
        #expect(try await request([["bearer"], []]).headerFields[.authorization] == "Bearer b")
        #expect(try await request([[], ["none"]]).headerFields[.authorization] == nil)
        #expect(try await request([[]]).headerFields[.authorization] == nil)
    }

    private struct One: Codable {}
    private struct Two: Codable {}
    private struct Three: Codable {}

    @Test func failureTypeDependsOnTheStatus() {
        let failures: [String: any (Decodable & Sendable).Type] = [
            "404": One.self, "4XX": Two.self, "default": Three.self,
        ]
        let operation = APIOperation<String>("a", tag: "b", "GET", "/", at: URL(filePath: "/"), failures: failures)
        #expect(operation.failureBodyType(forStatus: 404) is One.Type)
        #expect(operation.failureBodyType(forStatus: 422) is Two.Type)
        #expect(operation.failureBodyType(forStatus: 500) is Three.Type)
    }

    // MARK: Results

    private enum Job: Codable, Equatable {
        case done(String)
        case waiting(Int)
        case other(JSONValue)

        private static let forms = UnionForms([.any(0), .any(1)], statuses: ["200": 0, "2XX": 1])

        init(from decoder: any Decoder) throws {
            let value: Self? = try decoder.union(Self.forms) { index in
                switch index {
                case 0: .done(try decoder.single())
                default: .waiting(try decoder.single())
                }
            }
            self = try value ?? .other(JSONValue(from: decoder))
        }

        func encode(to encoder: any Encoder) throws {}
    }

    /// The result of an operation with an answer.
    private func result<Result: Decodable & Sendable>(
        _ type: Result.Type,
        _ status: Int,
        _ text: String,
        dates: CodingOptions.DateFormat = .iso8601
    ) async throws -> Result {
        let stubs = StubSet()
        stubs.on(.get("/job"), text.isEmpty ? .status(status) : .json(text: text, statusCode: status))
        let provider = MultiProvider(transport: stubs)
        let url = try #require(URL(string: "https://shop.example"))
        let operation = APIOperation<Result>("job", tag: "jobs", "GET", "/job", at: url, dates: dates)
        return try await provider.result(of: operation, RequestOptions())
    }

    @Test func statusTellsTheResult() async throws {
        #expect(try await result(Job.self, 200, #""5""#) == .done("5"))
        #expect(try await result(Job.self, 202, "5") == .waiting(5))
        #expect(try await result(Job?.self, 202, "5") == .waiting(5))
        #expect(try await result(Job?.self, 204, "") == nil)
    }

    @Test func resultThatDoesNotFitItsStatusFails() async throws {
        await #expect(throws: TalynError.self) { try await result(Job.self, 200, "5") }
    }

    @Test func resultWithoutAStatusIsToldByItsForm() throws {
        #expect(try JSONDecoder().decode(Job.self, from: Data("5".utf8)) == .waiting(5))
    }

    @Test func timesHaveTheFormatOfTheOperation() async throws {
        let date = Date(timeIntervalSince1970: 5)
        #expect(try await result(Date.self, 200, "5", dates: .secondsSince1970) == date)
        #expect(try await result([Date].self, 200, "[5]", dates: .secondsSince1970) == [date])
        #expect(try await result([String: Date].self, 200, #"{"a": 5}"#, dates: .secondsSince1970) == ["a": date])
        #expect(try await result(Date.self, 200, #""1970-01-01T00:00:05Z""#) == date)
    }

    @Test func resultInAnotherMediaTypeHasItsType() async throws {
        let stubs = StubSet()
        stubs.on(.get("/job"), .text("a,b"))
        let url = try #require(URL(string: "https://shop.example"))
        let operation = APIOperation<Int>("job", tag: "jobs", "GET", "/job", at: url, accept: "application/json")
        let provider = MultiProvider(transport: stubs)
        let text = try await provider.result(of: operation.accepting("text/csv"), as: String.self, RequestOptions())
        #expect(text == "a,b")
        #expect(stubs.requests.first?.headerFields[.accept] == "text/csv")
    }

    @Test(arguments: [
        ("application/json", #""a\"b""#, #"a"b"#), ("application/problem+json; charset=utf-8", #""a""#, "a"),
        ("text/plain", #""a""#, #""a""#),
    ])
    func textIsTheOneOfTheMediaType(_ mediaType: String, _ body: String, _ text: String) async throws {
        let stubs = StubSet()
        stubs.on(.get("/job"), .data(Data(body.utf8), headerFields: [.contentType: mediaType]))
        let url = try #require(URL(string: "https://shop.example"))
        let operation = APIOperation<String>("job", tag: "jobs", "GET", "/job", at: url)
        #expect(try await MultiProvider(transport: stubs).result(of: operation, RequestOptions()) == text)
    }

    @Test func elementThatIsAnArrayIsOnePart() {
        var form = MultipartForm()
        form.add("a", value: [[1, 2], [3]])
        let texts = form.parts.map {
            if case .data(let data) = $0.content { String(decoding: data, as: UTF8.self) } else { "" }
        }
        #expect(texts == ["[1,2]", "[3]"])
    }

    @Test func arrayWithoutElementsIsNoField() {
        #expect(HeaderItem.field("X-List", [String]()) == nil)
        #expect(HeaderItem.cookie("list", [String]()) == nil)
        #expect(HeaderItem.field("X-Text", "")?.value == "")
    }

    @Test func partsHaveTheStyleOfTheirValue() {
        func texts(_ style: FormStyle) -> [String] {
            var form = MultipartForm()
            form.add("a", value: ["x y", "z"], style: style)
            return form.parts.map { part in
                if case .data(let data) = part.content {
                    "\(part.name)=\(String(decoding: data, as: UTF8.self))"
                } else {
                    ""
                }
            }
        }
        #expect(texts(.exploded) == ["a=x y", "a=z"])
        #expect(texts(.commas) == ["a=x y,z"])
        #expect(texts(.spaces) == ["a=x y z"])
        #expect(texts(.pipes) == ["a=x y|z"])
        #expect(texts(.brackets) == ["a[0]=x y", "a[1]=z"])
        #expect(texts(.json) == [#"a=["x y","z"]"#])
    }

    @Test func partsHaveTheirHeaderFields() {
        var form = MultipartForm()
        form.add(
            "photo",
            MultipartFile(Data("a".utf8)),
            headers: [.field("X-Side", "left"), .field("X-None", String?.none)]
        )
        form.add("tags", value: ["a", "b"], headers: [.field("Content-Language", "en")])
        form.add("plain", value: "c")
        let fields = form.parts.map { part in part.headerFields.map { "\($0.name.rawName): \($0.value)" } }
        #expect(fields == [["X-Side: left"], ["Content-Language: en"], ["Content-Language: en"], []])
    }

    @Test func valueIsTheWholeQuery() {
        #expect(QueryItem.whole(["a": "x y", "b": "1"])?.text == "a=x%20y&b=1")
        #expect(QueryItem.whole("$.a[0]")?.text == "%24.a%5B0%5D")
        #expect(QueryItem.whole(json: ["a": 1])?.text == "%7B%22a%22%3A1%7D")
        #expect(QueryItem.whole(String?.none) == nil)
    }
}
