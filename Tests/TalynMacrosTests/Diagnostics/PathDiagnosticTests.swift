#if Macros
import Testing

struct PathDiagnosticTests {
    @Test func pathThatIsNoLiteral() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET(👉path) case a
            }
            """,
            "a path has to be a string literal, for the compiler to check it"
        )
    }

    @Test func pathWithoutSlash() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("👉users/{name}") case user(name: String)
            }
            """,
            "a path begins with a slash",
            fixIts: [
                "insert '/'": """
                @API enum Users {
                    @GET("/users/{name}") case user(name: String)
                }
                """
            ]
        )
    }

    @Test func rawPathWithoutSlash() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET(#"👉users"#) case users
            }
            """,
            "a path begins with a slash",
            fixIts: [
                "insert '/'": """
                @API enum Users {
                    @GET(#"/users"#) case users
                }
                """
            ]
        )
    }

    @Test func pathOnALineWithoutSlash() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET(
                    """
                    👉users
                    """
                ) case users
            }
            """#,
            "a path begins with a slash",
            fixIts: [
                "insert '/'": #"""
                @API enum Users {
                    @GET(
                        """
                        /users
                        """
                    ) case users
                }
                """#
            ]
        )
    }

    @Test func pathWithInterpolations() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET("/users/👉\(name)/\(pathSegment: id)") case user(name: String, id: Int)
            }
            """#,
            "a value in a path is a placeholder: {name}",
            fixIts: [
                "write placeholders": """
                @API enum Users {
                    @GET("/users/{name}/{id}") case user(name: String, id: Int)
                }
                """
            ]
        )
    }

    @Test func pathWithAnExpression() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET("/users/👉\(name.lowercased())") case user(name: String)
            }
            """#,
            "a value in a path is a placeholder: {name}"
        )
    }

    @Test func braceWithoutEnd() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET("/caf\u{e9}/👉{name") case user(name: String)
            }
            """#,
            "a placeholder is a name in braces: {name}"
        )
    }

    @Test func braceWithoutBeginning() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/a/{name}👉}") case user(name: String)
            }
            """,
            "a placeholder is a name in braces: {name}"
        )
    }

    @Test func placeholderThatIsNoName() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/a/👉{first name}") case user(name: String)
            }
            """,
            "a placeholder is a name in braces: {name}"
        )
    }

    @Test func emptyPlaceholder() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/a/👉{}") case user(name: String)
            }
            """,
            "a placeholder is a name in braces: {name}"
        )
    }

    @Test func colonsForPlaceholders() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/👉:name/posts") case posts(name: String)
            }
            """,
            "a placeholder is a name in braces: {name}",
            fixIts: [
                "write '{name}'": """
                @API enum Users {
                    @GET("/users/{name}/posts") case posts(name: String)
                }
                """
            ]
        )
    }

    @Test func lineBreakInAPath() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET("/a👉\n/b") case a
            }
            """#,
            "a path has neither line breaks nor control characters"
        )
    }

    @Test func lineBreakBetweenLinesOfAPath() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET(
                    """
                    /a👉
                    /b
                    """
                ) case a
            }
            """#,
            "a path has neither line breaks nor control characters"
        )
    }

    @Test func placeholderInTheQuery() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/search?q=👉{q}") case search(q: String)
            }
            """,
            "a placeholder stands for a part of the path: leave 'q' out here, and the query gets it by itself"
        )
    }

    @Test func placeholderInTheQueryOfAPost() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/search?q=👉{q}") case search(q: String)
            }
            """,
            "a placeholder stands for a part of the path: leave 'q' out here, and the query gets it by @Query"
        )
    }
}
#endif
