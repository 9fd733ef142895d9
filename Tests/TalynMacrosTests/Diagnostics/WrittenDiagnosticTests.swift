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
                    var headers: [String: String]? { nil }
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
            in: .api(#"@GET("/users") 👉@Query("page") case users(page: Int)"#, "var task: HTTPTask { .requestPlain }")
        )
    }

    @Test(arguments: [("decoder", "JSONDecoder", "Decoder"), ("envelope", "ResponseEnvelope?", "Envelope")])
    func attributeForAWrittenMember(member: String, type: String, attribute: String) {
        let written = "var \(member): \(type) { Server.\(member) }"
        expectDiagnostics(
            in: .type("@API 👉@\(attribute)(Server.other) enum Users", #"@GET("/users") case users"#, written),
            for: member
        )
    }

    @Test(arguments: [
        "decoder: JSONDecoder { JSONDecoder() }", "decoder = JSONDecoder()", "envelope: ResponseEnvelope? { nil }",
        "requestOptions = RequestOptions()", "headers: [String: String]? { [:] }",
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
                    static let decoder = JSONDecoder()
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
                    var task: HTTPTask { .requestPlain }
                    #endif
                }
                """
        )
    }
}
#endif
