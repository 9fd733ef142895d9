#if Macros
import TalynMacroExpansion
import Testing

struct WrittenDiagnosticTests {
    @Test func settingForAWrittenMember() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") 👉@Sample("{}") case users
                var sampleData: Data { Data() }
            }
            """,
            "'sampleData' is written by hand, which wins: @Sample says nothing",
            severity: .warning,
            fixIts: [
                "remove '@Sample'": """
                @API enum Users {
                    @GET("/users") case users
                    var sampleData: Data { Data() }
                }
                """
            ]
        )
    }

    @Test func settingOfTheTypeForAWrittenMember() {
        expectDiagnostic(
            """
            @API 👉@Headers(["A": "b"]) enum Users {
                @GET("/users") case users
                var headers: [String: String]? { nil }
            }
            """,
            "'headers' is written by hand, which wins: @Headers says nothing",
            severity: .warning,
            fixIts: [
                "remove '@Headers'": """
                @API enum Users {
                    @GET("/users") case users
                    var headers: [String: String]? { nil }
                }
                """
            ]
        )
    }

    @Test func baseURLForAWrittenMember() {
        expectDiagnostic(
            """
            👉@API("https://a.example") enum Users {
                @GET("/users") case users
                var baseURL: URL { URL(string: "https://b.example")! }
            }
            """,
            "'baseURL' is written by hand, which wins: @API says nothing",
            severity: .warning
        )
    }

    @Test func resultTypeForWrittenCalls() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") 👉@ResultType(User.self) case users
                struct Calls {}
            }
            """,
            "'Calls' is written by hand, which wins: @ResultType says nothing",
            severity: .warning,
            fixIts: [
                "remove '@ResultType'": """
                @API enum Users {
                    @GET("/users") case users
                    struct Calls {}
                }
                """
            ]
        )
    }

    @Test func valueForAWrittenMember() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") 👉@Query("page") case users(page: Int)
                var task: HTTPTask { .requestPlain }
            }
            """,
            "'task' is written by hand, which wins: @Query says nothing",
            severity: .warning,
            fixIts: [
                "remove '@Query'": """
                @API enum Users {
                    @GET("/users") case users(page: Int)
                    var task: HTTPTask { .requestPlain }
                }
                """
            ]
        )
    }

    @Test(arguments: [("decoder", "JSONDecoder", "Decoder"), ("envelope", "ResponseEnvelope?", "Envelope")])
    func attributeForAWrittenMember(member: String, type: String, attribute: String) {
        let written = "var \(member): \(type) { Server.\(member) }"
        expectDiagnostic(
            """
            @API 👉@\(attribute)(Server.other) enum Users {
                @GET("/users") case users
                \(written)
            }
            """,
            "'\(member)' is written by hand, which wins: @\(attribute) says nothing",
            severity: .warning,
            fixIts: [
                "remove '@\(attribute)'": """
                @API enum Users {
                    @GET("/users") case users
                    \(written)
                }
                """
            ]
        )
    }

    @Test(arguments: [
        ("decoder", ": JSONDecoder { JSONDecoder() }", "Decoder"), ("decoder", " = JSONDecoder()", "Decoder"),
        ("envelope", ": ResponseEnvelope? { nil }", "Envelope"), ("requestOptions", " = RequestOptions()", "Options"),
        ("headers", ": [String: String]? { [:] }", "Headers"),
    ])
    func settingThatACallWouldNotRead(name: String, rest: String, attribute: String) {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users() async throws -> [User]
                var 👉\(name)\(rest)
            }
            """,
            "calls don't read '\(name)' of the struct: write @\(attribute)(…) before the struct or a function, or give "
                + "this property another name"
        )
    }

    @Test func propertiesThatAreNoSettings() {
        expectDiagnostics(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users() async throws -> [User]
                static let decoder = JSONDecoder()
                var headers: Int { 1 }
                var encoder: JSONEncoder { JSONEncoder() }
            }
            """,
            []
        )
    }

    @Test func memberWrittenInSomeConfigurations() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") case users(page: Int)
                👉#if DEBUG
                var task: HTTPTask { .requestPlain }
                #endif
            }
            """,
            "'task' has to be written by hand in all configurations or in none: put the '#if' into it"
        )
    }
}
#endif
