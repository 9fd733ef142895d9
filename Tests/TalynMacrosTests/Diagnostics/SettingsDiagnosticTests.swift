#if Macros
import Testing

struct SettingsDiagnosticTests {
    @Test func resultTypeThatIsNoLiteral() {
        expectDiagnostics(in: .type("@API @ResultType(👉type) enum Users", #"@GET("/users") case users"#))
    }

    @Test func attributeTwice() {
        expectDiagnostics(
            in: .api(#"@GET("/users")"#, #"@Sample("{}")"#, "// The full one.", #"👉@Sample("[]")"#, "case users")
        )
    }

    @Test func firstAttributesOfATypeTwice() {
        expectDiagnostics(
            in: .type("@Validation(.any) 👉@Validation(.successCodes) @API enum Users", #"@GET("/users") case users"#)
        )
    }

    @Test func optionTwice() {
        expectDiagnostics(
            in: .api(#"@GET("/users") @Options(timeout: .seconds(1)) @Options(👉timeout: .seconds(2)) case users"#)
        )
    }

    @Test func attributesInACondition() {
        expectDiagnostics(
            in: """
                @API enum Users {
                    👉#if DEBUG
                    @Headers(["A": "b"])
                    #endif
                    @GET("/users") case users
                }
                """
        )
    }

    @Test func resultTypeOfAFunction() {
        expectDiagnostics(in: .client(#"@GET("/users") 👉@ResultType([User].self) func users() async throws -> [User]"#))
    }

    @Test func resultTypeOfAClient() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") 👉@ResultType(User.self) struct Users {
                    @GET("/users") func users() async throws -> [User]
                }
                """
        )
    }

    @Test func baseURLThatIsInterpolated() {
        expectDiagnostics(in: .type(#"@API(👉"https://\(host)") enum Users"#, #"@GET("/users") case users"#))
    }

    @Test func baseURLWithoutScheme() {
        expectDiagnostics(in: .type(#"@API(👉"a.example/v1") enum Users"#, #"@GET("/users") case users"#))
    }

    @Test func baseURLOfAnotherScheme() {
        expectDiagnostics(
            in: .type(#"@Client(👉"ftp://a.example") struct Users"#, #"@GET("/users") func users() async throws"#)
        )
    }

    @Test func baseURLWithASpace() {
        expectDiagnostics(in: .type(#"@API("https://a.example/a👉 b") enum Users"#, #"@GET("/users") case users"#))
    }

    @Test func baseURLThatIsNotASCII() {
        expectDiagnostics(in: .type(#"@API("https://a.example/👉\u{e9}") enum Users"#, #"@GET("/users") case users"#))
    }

    @Test func emptyBaseURL() {
        expectDiagnostics(in: .type(#"@API(👉"") enum Users"#, #"@GET("/users") case users"#))
    }
}
#endif
