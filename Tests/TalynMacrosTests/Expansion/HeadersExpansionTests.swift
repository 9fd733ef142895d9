#if Macros
import Testing

struct HeadersExpansionTests {
    @Test func headers() {
        expectExpansion(
            of: .api(#"@GET("/a") @Headers(["Accept": "text/plain", "X-Key": key]) case a"#, #"@GET("/b") case b"#)
        )
    }

    @Test func headersOfTheType() {
        expectExpansion(
            of: """
                @API @Headers(["Accept": "a", "X": "1"]) enum Users {
                    @GET("/a") @Headers(["accept": "b"]) case a
                    @GET("/b") case b
                }
                """
        )
    }

    @Test func aValueReplacesAFieldOfTheType() {
        expectExpansion(
            of: """
                @API @Headers(["Accept": "a", "X": "1"]) enum Users {
                    @GET("/a") @Header("accept") case a(accept: String)
                }
                """
        )
    }

    @Test func textHasATypeOfItsOwn() {
        expectExpansion(
            of: """
                @API enum Users {
                    @POST("/a") @Headers(["Content-Type": "text/csv"]) @Body("text") case a(text: String)
                    @POST("/b") @Header("type", name: "Content-Type") @Body("text") case b(text: String, type: String)
                }
                """
        )
    }

    @Test func noFields() {
        expectExpansion(of: .api(#"@GET("/a") @Headers([:]) case a"#))
    }
}
#endif
