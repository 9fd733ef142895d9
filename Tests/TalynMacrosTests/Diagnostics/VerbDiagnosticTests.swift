#if Macros
import Testing

struct VerbDiagnosticTests {
    @Test func twoMethods() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/a") 👉@POST("/b") case a
            }
            """,
            "'a' is GET already; an endpoint has one method",
            fixIts: [
                "remove '@POST'": """
                @API enum Users {
                    @GET("/a") case a
                }
                """
            ]
        )
    }

    @Test func secondMethodBehindAComment() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/a")  // Reads.
                👉@POST("/b")
                case a
            }
            """,
            "'a' is GET already; an endpoint has one method",
            fixIts: [
                "remove '@POST'": """
                @API enum Users {
                    @GET("/a")
                    case a
                }
                """
            ]
        )
    }

    @Test func methodThatIsNoToken() {
        expectDiagnostic(
            """
            @API enum Users {
                @HTTP(👉"GET IT", "/a") case a
            }
            """,
            "a method is a string literal of letters, digits and some signs (RFC 9110, section 9.1): \"REPORT\""
        )
    }

    @Test func methodThatIsNoLiteral() {
        expectDiagnostic(
            """
            @API enum Users {
                @HTTP(👉method, "/a") case a
            }
            """,
            "a method is a string literal of letters, digits and some signs (RFC 9110, section 9.1): \"REPORT\""
        )
    }

    @Test func methodInLowercase() {
        expectDiagnostic(
            """
            @API enum Users {
                @HTTP(👉"get", "/a") case a
            }
            """,
            "methods are case-sensitive (RFC 9110, section 9.1), and servers know 'GET'",
            fixIts: [
                "write 'GET'": """
                @API enum Users {
                    @HTTP("GET", "/a") case a
                }
                """
            ]
        )
    }

    @Test func caseWithoutMethod() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/a") case a
                /// All of them.
                case 👉all
            }
            """,
            "'all' has no method and no path: write @GET(\"/all\") or another before it",
            fixIts: [
                "insert '@GET(\"/all\")'": """
                @API enum Users {
                    @GET("/a") case a
                    /// All of them.
                    @GET("/all") case all
                }
                """
            ]
        )
    }

    @Test func indirectCaseWithoutMethod() {
        expectDiagnostic(
            """
            @API enum Users {
                @Headers(["A": "b"])
                indirect case 👉`default`
            }
            """,
            "'default' has no method and no path: write @GET(\"/default\") or another before it",
            fixIts: [
                "insert '@GET(\"/default\")'": """
                @API enum Users {
                    @GET("/default") @Headers(["A": "b"])
                    indirect case `default`
                }
                """
            ]
        )
    }

    @Test func casesWithoutMethod() {
        expectDiagnostics(
            """
            @API enum Users {
                case 👉a, 👉b
            }
            """,
            [
                "'a' has no method and no path: write @GET(\"/a\") or another before it",
                "'b' has no method and no path: write @GET(\"/b\") or another before it",
            ]
        )
    }

    @Test func casesThatShareAttributes() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/a") case a, 👉b
            }
            """,
            "the attributes are those of 'a': each endpoint has a declaration of its own"
        )
    }
}
#endif
