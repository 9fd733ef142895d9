#if Macros
import Testing

struct PathDiagnosticTests {
    @Test func pathThatIsNoLiteral() {
        expectDiagnostics(in: .api("@GET(👉path) case a"))
    }

    @Test func pathWithoutSlash() {
        expectDiagnostics(in: .api(#"@GET("👉users/{name}") case user(name: String)"#))
    }

    @Test func rawPathWithoutSlash() {
        expectDiagnostics(in: .api(##"@GET(#"👉users"#) case users"##))
    }

    @Test func pathOnALineWithoutSlash() {
        expectDiagnostics(
            in: #"""
                @API enum Users {
                    @GET(
                        """
                        👉users
                        """
                    ) case users
                }
                """#
        )
    }

    @Test func pathWithInterpolations() {
        expectDiagnostics(in: .api(#"@GET("/users/👉\(name)/\(id)") case user(name: String, id: Int)"#))
    }

    @Test func pathWithAnExpression() {
        expectDiagnostics(in: .api(#"@GET("/users/👉\(name.lowercased())") case user(name: String)"#))
    }

    @Test func braceWithoutEnd() {
        expectDiagnostics(in: .api(#"@GET("/caf\u{e9}/👉{name") case user(name: String)"#))
    }

    @Test func braceWithoutBeginning() {
        expectDiagnostics(in: .api(#"@GET("/a/{name}👉}") case user(name: String)"#))
    }

    @Test func placeholderThatIsNoName() {
        expectDiagnostics(in: .api(#"@GET("/a/👉{first name}") case user(name: String)"#))
    }

    @Test func emptyPlaceholder() {
        expectDiagnostics(in: .api(#"@GET("/a/👉{}") case user(name: String)"#))
    }

    @Test func colonsForPlaceholders() {
        expectDiagnostics(in: .api(#"@GET("/users/👉:name/posts") case posts(name: String)"#))
    }

    @Test func lineBreakInAPath() {
        expectDiagnostics(in: .api(#"@GET("/a👉\n/b") case a"#))
    }

    @Test func lineBreakBetweenLinesOfAPath() {
        expectDiagnostics(
            in: #"""
                @API enum Users {
                    @GET(
                        """
                        /a👉
                        /b
                        """
                    ) case a
                }
                """#
        )
    }

    @Test func placeholderInTheQuery() {
        expectDiagnostics(in: .api(#"@GET("/search?q=👉{q}") case search(q: String)"#))
    }

    @Test func parameterTwiceInThePath() {
        expectDiagnostics(in: .api(#"@GET(👉"/search?q=a&q=b") case search"#))
    }

    @Test func parameterInThePathAndInAValue() {
        expectDiagnostics(in: .api(#"@GET("/search?kind=a") @Query(👉"sort", name: "kind") case search(sort: String)"#))
    }

    @Test func fragment() {
        expectDiagnostics(in: .api(#"@GET("/search👉#top") case search"#))
    }

    @Test(arguments: ["/a/👉../b", "/👉."])
    func segmentOfDots(path: String) {
        expectDiagnostics(in: .api("@GET(\"\(path)\") case a"), for: path)
    }

    @Test func absolutePath() {
        expectDiagnostics(in: .api(#"@GET(👉"https://b.example/a") case a"#))
    }

    @Test func placeholderInTheQueryOfAPost() {
        expectDiagnostics(in: .api(#"@POST("/search?q=👉{q}") case search(q: String)"#))
    }
}
#endif
