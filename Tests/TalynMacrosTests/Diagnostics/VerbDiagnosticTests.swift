#if Macros
import Testing

struct VerbDiagnosticTests {
    @Test func twoMethods() {
        expectDiagnostics(in: .api(#"@GET("/a") 👉@POST("/b") case a"#))
    }

    @Test func secondMethodAfterAComment() {
        expectDiagnostics(in: .api(#"@GET("/a")  // Reads."#, #"👉@POST("/b")"#, "case a"))
    }

    @Test func methodThatIsNoToken() {
        expectDiagnostics(in: .api(#"@HTTP(👉"GET IT", "/a") case a"#))
    }

    @Test func methodThatIsNoLiteral() {
        expectDiagnostics(in: .api(#"@HTTP(👉method, "/a") case a"#))
    }

    @Test func methodInLowercase() {
        expectDiagnostics(in: .api(#"@HTTP(👉"get", "/a") case a"#))
    }

    @Test func caseWithoutMethod() {
        expectDiagnostics(
            in: """
                @API enum Users {
                    @GET("/a") case a
                    /// All of them.
                    case 👉all
                }
                """
        )
    }

    @Test func indirectCaseWithoutMethod() {
        expectDiagnostics(in: .api(#"@Headers(["A": "b"])"#, "indirect case 👉`default`"))
    }

    @Test func casesWithoutMethod() {
        expectDiagnostics(in: .api("case 👉a, 👉b"))
    }

    @Test func casesThatShareAttributes() {
        expectDiagnostics(in: .api(#"@GET("/a") case a, 👉b"#))
    }
}
#endif
