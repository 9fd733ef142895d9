#if Macros
import Testing

struct SettingsDiagnosticTests {
    @Test func keyMappingThatIsNoLiteral() {
        expectDiagnostic(
            """
            @API @KeyMapping(👉mapping) enum Users {
                @GET("/users") case users
            }
            """,
            "names are mapped while this is compiled: write .snakeCase or .useDefaultKeys here"
        )
    }

    @Test func resultTypeThatIsNoLiteral() {
        expectDiagnostic(
            """
            @API @ResultType(👉type) enum Users {
                @GET("/users") case users
            }
            """,
            "write the type itself, for the compiler to read it: User.self"
        )
    }

    @Test func attributeTwice() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users")
                @Sample("{}")
                // The full one.
                👉@Sample("[]")
                case users
            }
            """,
            "@Sample is there already, and one of them would say nothing",
            fixIts: [
                "remove '@Sample'": """
                @API enum Users {
                    @GET("/users")
                    @Sample("{}")
                    // The full one.
                    case users
                }
                """
            ]
        )
    }

    @Test func firstAttributesOfATypeTwice() {
        expectDiagnostic(
            """
            @Validation(.none) 👉@Validation(.successCodes) @API enum Users {
                @GET("/users") case users
            }
            """,
            "@Validation is there already, and one of them would say nothing",
            fixIts: [
                "remove '@Validation'": """
                @Validation(.none) @API enum Users {
                    @GET("/users") case users
                }
                """
            ]
        )
    }

    @Test func optionTwice() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Options(timeout: .seconds(1)) @Options(👉timeout: .seconds(2)) case users
            }
            """,
            "the option 'timeout' is there already"
        )
    }

    @Test func attributesInACondition() {
        expectDiagnostic(
            """
            @API enum Users {
                👉#if DEBUG
                @Headers(["A": "b"])
                #endif
                @GET("/users") case users
            }
            """,
            "@Headers isn't read in an '#if' of its own: put the whole declaration into it"
        )
    }

    @Test func resultTypeOfAFunction() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") 👉@ResultType([User].self) func users() async throws -> [User]
            }
            """,
            "a function says itself what it returns: @ResultType is for an enum with @API",
            fixIts: [
                "remove '@ResultType'": """
                @Client("https://a.example") struct Users {
                    @GET("/users") func users() async throws -> [User]
                }
                """
            ]
        )
    }

    @Test func resultTypeOfAClient() {
        expectDiagnostic(
            """
            @Client("https://a.example") 👉@ResultType(User.self) struct Users {
                @GET("/users") func users() async throws -> [User]
            }
            """,
            "a function says itself what it returns: @ResultType is for an enum with @API",
            fixIts: [
                "remove '@ResultType'": """
                @Client("https://a.example") struct Users {
                    @GET("/users") func users() async throws -> [User]
                }
                """
            ]
        )
    }

    @Test func baseURLThatIsInterpolated() {
        expectDiagnostic(
            #"""
            @API(👉"https://\(host)") enum Users {
                @GET("/users") case users
            }
            """#,
            "a base URL is a string literal without values, or an expression of type URL"
        )
    }

    @Test func baseURLWithoutScheme() {
        expectDiagnostic(
            """
            @API(👉"a.example/v1") enum Users {
                @GET("/users") case users
            }
            """,
            "this is no base URL; write one such as https://example.com",
            fixIts: [
                "insert 'https://'": """
                @API("https://a.example/v1") enum Users {
                    @GET("/users") case users
                }
                """
            ]
        )
    }

    @Test func baseURLOfAnotherScheme() {
        expectDiagnostic(
            """
            @Client(👉"ftp://a.example") struct Users {
                @GET("/users") func users() async throws
            }
            """,
            "this is no base URL; write one such as https://example.com"
        )
    }

    @Test func baseURLWithASpace() {
        expectDiagnostic(
            """
            @API("https://a.example/a👉 b") enum Users {
                @GET("/users") case users
            }
            """,
            "a URL can't have this character; percent-encode it, and write a domain in ASCII"
        )
    }

    @Test func baseURLThatIsNotASCII() {
        expectDiagnostic(
            #"""
            @API("https://a.example/👉\u{e9}") enum Users {
                @GET("/users") case users
            }
            """#,
            "a URL can't have this character; percent-encode it, and write a domain in ASCII"
        )
    }

    @Test func emptyBaseURL() {
        expectDiagnostic(
            """
            @API(👉"") enum Users {
                @GET("/users") case users
            }
            """,
            "this is no base URL; write one such as https://example.com"
        )
    }
}
#endif
