#if Macros
import Testing

struct WrittenDiagnosticTests {
    @Test func settingForAWrittenMember() {
        expectDiagnostics(in: .api(#"@GET("/users") 👉@Sample("{}") case users"#, "var sampleData: Data { Data() }"))
    }

    @Test func settingOfTheTypeForAWrittenMember() {
        expectDiagnostics(
            in: """
                @API 👉@Headers(["A": "b"]) enum Users {
                    @GET("/users") case users
                    var headerFields: HTTPFields { [:] }
                }
                """
        )
    }

    @Test func baseURLForAWrittenMember() {
        expectDiagnostics(
            in: """
                👉@API("https://a.example") enum Users {
                    @GET("/users") case users
                    var baseURL: URL { URL(string: "https://b.example")! }
                }
                """
        )
    }

    @Test func resultTypeForWrittenCalls() {
        expectDiagnostics(in: .api(#"@GET("/users") 👉@ResultType(User.self) case users"#, "struct Calls {}"))
    }

    @Test func valueForAWrittenMember() {
        expectDiagnostics(
            in: .api(
                #"@GET("/users") 👉@Query("page") case users(page: Int)"#,
                "var query: RequestParameters { [:] }",
                "var body: RequestBody { .none }"
            )
        )
    }

    @Test(arguments: ["query: RequestParameters { [:] }", "body: RequestBody { .none }"])
    func placeOfAValueCountsForTheGeneratedMember(written: String) {
        expectNoDiagnostics(
            in: .api(
                #"@POST("/users") @Query("page") @Field("name") case users(page: Int, name: String)"#,
                "var \(written)"
            )
        )
    }

    @Test func formatForAWrittenBody() {
        expectDiagnostics(
            in: .api(#"@POST("/users") 👉@Form case add(name: String)"#, "var body: RequestBody { .none }")
        )
    }

    @Test(arguments: [
        #"@GET("/users") case users(Tenant); var query: RequestParameters { [:] }"#,
        #"@POST("/users") case add(Tenant, filter: (Int) -> Bool); var body: RequestBody { .none }"#,
    ])
    func valuesOfWrittenMembersCanBeOfAnyType(members: String) {
        expectNoDiagnostics(in: .api(members))
    }

    @Test(arguments: [("coding", "CodingOptions", "Coding"), ("envelope", "ResponseEnvelope?", "Envelope")])
    func attributeForAWrittenMember(member: String, type: String, attribute: String) {
        let written = "var \(member): \(type) { Server.\(member) }"
        expectDiagnostics(
            in: .type("@API 👉@\(attribute)(Server.other) enum Users", #"@GET("/users") case users"#, written),
            for: member
        )
    }

    @Test(arguments: [
        "coding: CodingOptions { Server.coding }", "coding = CodingOptions()", "envelope: ResponseEnvelope? { nil }",
        "requestOptions = RequestOptions()", "headerFields: HTTPFields { [:] }",
    ])
    func settingThatACallWouldNotRead(property: String) {
        let function = #"@GET("/users") func users() async throws -> [User]"#
        expectDiagnostics(in: .client(function, "var 👉\(property)"), for: property)
    }

    @Test func propertiesThatAreNoSettings() {
        expectNoDiagnostics(
            in: """
                @Client("https://a.example") struct Users {
                    @GET("/users") func users() async throws -> [User]
                    static let coding = CodingOptions()
                    var decoder = JSONDecoder()
                    var headers: Int { 1 }
                    var encoder: JSONEncoder { JSONEncoder() }
                }
                """
        )
    }

    @Test func memberWrittenInSomeConfigurations() {
        expectDiagnostics(
            in: """
                @API enum Users {
                    @GET("/users") case users(page: Int)
                    👉#if DEBUG
                    var query: RequestParameters { [:] }
                    #endif
                }
                """
        )
    }
}
#endif
