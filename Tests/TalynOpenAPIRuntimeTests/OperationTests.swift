import Foundation
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
}
