#if Macros
import Testing

struct CodingExpansionTests {
    @Test func codingAndEnvelope() {
        expectExpansion(
            of: """
                @API @Coding(Server.coding) @Envelope(ResponseEnvelope()) enum Users {
                    @GET("/a") case a
                    @GET("/b") @Coding(Other.coding) @Envelope(nil) case b
                }
                """
        )
    }

    @Test func codingAndEnvelopeOfAClient() {
        expectExpansion(
            of: """
                @Client("https://a.example") @Coding(keys: .snakeCase, dates: .secondsSince1970) @Envelope(Server.envelope)
                struct Users {
                    @GET("/a") func a(pageCount: Int) async throws -> User
                }
                """
        )
    }

    @Test func formatsAddUp() {
        expectExpansion(
            of: """
                @API @Coding(dates: .secondsSince1970, arrays: .noBrackets) enum Users {
                    @GET("/a") case a(since: Date)
                    @POST("/b") @Coding(keys: .snakeCase) case b(userName: String)
                    @POST("/c") @Query("page") @Coding(dates: .iso8601) case c(body: User, page: Int)
                    @POST("/d") @Form @Coding(Server.coding) case d(fullName: String)
                    @POST("/e") @Coding(Server.coding, keys: .snakeCase, booleans: .literal) case e(userName: String)
                }
                """
        )
    }

    @Test func keysOfTheTypeAreUnchangedForACase() {
        expectExpansion(
            of: """
                @API @Coding(keys: .snakeCase) enum Users {
                    @GET("/a") case a(userName: String)
                    @GET("/b") @Coding(keys: .unchanged) case b(userName: String)
                }
                """
        )
    }

    @Test func envelopeByHandWins() {
        expectExpansion(of: .api(#"@GET("/a") case a"#, "var envelope: ResponseEnvelope? { ResponseEnvelope() }"))
    }
}
#endif
