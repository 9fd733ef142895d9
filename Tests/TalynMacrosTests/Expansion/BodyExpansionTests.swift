#if Macros
import Testing

struct BodyExpansionTests {
    @Test func valueNamedBodyIsTheBody() {
        expectExpansion(of: .api(#"@POST("/users") case add(body: User)"#))
    }

    @Test func textNamedBodyIsAField() {
        expectExpansion(of: .api(#"@POST("/users") case add(body: String)"#))
    }

    @Test func body() {
        expectExpansion(of: .api(#"@POST("/users") @Body("user") case add(user: User)"#))
    }

    @Test func bodyAndQuery() {
        expectExpansion(
            of: .api(#"@PUT("/users/{id}") @Body("user") @Query("dry") case put(id: Int, user: User, dry: Bool)"#)
        )
    }

    @Test func bytesFilesAndText() {
        expectExpansion(
            of: """
                @API enum Users {
                    @POST("/a") case data(body: Data)
                    @POST("/a") @Body("file") case file(file: URL)
                    @POST("/a") case stream(body: HTTPBody)
                    @POST("/a") @Body("text") case text(text: String)
                }
                """
        )
    }

    @Test func optionalBody() {
        expectExpansion(of: .api(#"@POST("/users") case add(body: User?)"#))
    }

    @Test func form() {
        expectExpansion(of: .api(#"@POST("/users") @Form case add(name: String)"#))
    }

    @Test func formOfAValue() {
        expectExpansion(of: .api(#"@POST("/users") @Form case add(body: User)"#))
    }

    @Test func jsonWhereTheTypeHasForms() {
        expectExpansion(
            of: """
                @API @Form enum Users {
                    @POST("/a") case a(name: String)
                    @POST("/b") @JSON case b(name: String)
                }
                """
        )
    }

    @Test func multipart() {
        expectExpansion(of: .api(#"@POST("/users") @Multipart case add(image: Data, name: String)"#))
    }

    @Test func part() {
        expectExpansion(
            of: """
                @API enum Users {
                    @POST("/users") @Part("image", name: "i", fileName: "me.png", contentType: "image/png") case add(image: Data)
                }
                """
        )
    }

    @Test func optionalPart() {
        expectExpansion(of: .api(#"@POST("/users") @Multipart case add(image: Data, thumb: Data?)"#))
    }

    @Test func partsThatAreMade() {
        expectExpansion(
            of: .api(#"@POST("/users") @Multipart case add(one: MultipartPart, many: [MultipartPart])"#)
        )
    }

    @Test func typesWithTheNamesOfTheirModules() {
        expectExpansion(
            of: .client(
                #"@PUT("/a") func data(@Body image: FoundationEssentials.Data) async throws"#,
                #"@PUT("/b") func file(@Body file: TalynMacros.FoundationTypes.URL?) async throws"#,
                #"@PUT("/c") func stream(content: TalynCore.HTTPBody) async throws -> TalynCore.Response"#,
                #"@PUT("/d") func parts(@Part parts: [TalynCore.MultipartPart]) async throws"#,
                #"@GET("/e") func export(to file: TalynTransfers.DownloadDestination) -> TalynTransfers.TransferStream"#,
                #"@GET("/f") func events() -> TalynStreams.EventStream<TalynStreams.ServerSentEvent>"#
            )
        )
    }

    @Test func typesOfOtherTypesThatAreCalledLikeOurs() {
        expectExpansion(
            of: .client(
                #"@PUT("/a") func data(@Body image: Album.Data) async throws -> Album.Data?"#,
                #"@GET("/b") func events() -> EventStream<Album.ServerSentEvent>"#
            )
        )
    }
}
#endif
