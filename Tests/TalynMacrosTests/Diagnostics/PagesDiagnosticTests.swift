#if Macros
import Testing

struct PagesDiagnosticTests {
    @Test func pagesWithoutAWayToTheNext() {
        expectDiagnostics(in: .client(#"@GET("/users") func users() -> 👉PageStream<[User]>"#))
    }

    @Test func pagesWithoutAWayInAFunctionThatWaits() {
        expectDiagnostics(in: .client(#"@GET("/users") func users() async throws -> 👉Talyn.PageStream<[User]>"#))
    }

    @Test func pagesThatWait() {
        expectDiagnostics(
            in: .client(#"@GET("/users") @Paged(.links) func users() 👉async throws -> PageStream<[User]>"#)
        )
    }

    @Test(arguments: [
        "async throws -> 👉[User]", "-> 👉User?", "async -> 👉Result<User, TalynError>", "-> 👉ResponseStream",
    ])
    func pagedFunctionWithAnotherResult(_ result: String) {
        expectDiagnostics(in: .client(#"@GET("/users") @Paged(.links) func users() \#(result)"#), for: result)
    }

    @Test func pagedFunctionWithoutAResult() {
        expectDiagnostics(in: .client(#"@GET("/users") @Paged(.links) func 👉users() async throws"#))
    }

    @Test func pagesOfAnUnknownType() {
        expectDiagnostics(in: .api(#"@GET("/users") 👉@Paged(.links) case users"#))
    }

    @Test func pagesAsTheTypeOfAResult() {
        expectDiagnostics(
            in: .api(
                #"@GET("/a") @ResultType(👉PageStream<[User]>.self) case a"#,
                #"@GET("/b") @Paged(.links) @ResultType(👉Talyn.PageStream<User?>.self) case b"#
            )
        )
    }

    @Test func twoWaysToTheNextPage() {
        expectDiagnostics(
            in: .client(#"@GET("/users") @Paged(.links) 👉@Paged(.offsets()) func users() -> PageStream<[User]>"#)
        )
    }

    @Test func pagesOfAType() {
        expectDiagnostics(
            in: """
                @API("https://a.example") 👉@Paged(.links) enum Users {}
                """
        )
    }

    @Test func pagesWithCallsByHand() {
        expectDiagnostics(
            in: .api(
                #"@GET("/users") 👉@Paged(.links) 👉@ResultType([User].self) case users"#,
                "struct Calls {}"
            )
        )
    }
}
#endif
