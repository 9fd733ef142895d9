#if Macros
import Testing

struct PagesExpansionTests {
    @Test func functionsWithPages() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    @GET("/a") @Paged(.links) func a() -> PageStream<[User]>
                    @GET("/b") @Paged(.cursor("after", at: "page.next"), prefetching: true)
                    func b(text: String, options: RequestOptions = RequestOptions()) -> PageStream<Found>
                    @GET("/c") @Paged(.links) func c() -> PageStream<Response>
                    @GET("/d") @Paged(.pageNumbers(size: 30)) func d(provider: Int) -> Talyn.PageStream<[String: Int]>
                }
                """
        )
    }

    @Test func casesWithPages() {
        expectExpansion(
            of: .api(
                #"@GET("/a") @Paged(.offsets("start")) @ResultType([User].self) case a(text: String)"#,
                #"@GET("/b") @Paged(.links, prefetching: true) @ResultType([String: Int].self) case b(fileID: Int)"#
            )
        )
    }

    @Test func pagesOfTheTypeOfAllResults() {
        expectExpansion(
            of: .type(
                #"@API("https://a.example") @ResultType([User].self) enum Users"#,
                #"@GET("/a") @Paged(.links) case a"#,
                #"@GET("/b") case b"#
            )
        )
    }

    @Test func typeOfTheClientWithTheNameOfAPageStream() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    struct PageStream: Decodable, Sendable {}
                    @GET("/a") func a() async throws -> PageStream
                }
                """
        )
    }
}
#endif
