#if Macros
import Testing

struct ValuesExpansionTests {
    @Test func leftoversOfAGETAreItsQuery() {
        expectExpansion(of: .api(#"@GET("/users") case users(name: String, page: Int? = nil)"#))
    }

    @Test func leftoversOfADELETEAreItsQuery() {
        expectExpansion(of: .api(#"@DELETE("/users") case remove(name: String)"#))
    }

    @Test func leftoversOfAPOSTAreItsBody() {
        expectExpansion(of: .api(#"@POST("/users") case add(name: String, page: Int? = nil)"#))
    }

    @Test func query() {
        expectExpansion(
            of: .api(#"@POST("/users") @Query("notify", "dry") case add(name: String, notify: Bool, dry: Bool)"#)
        )
    }

    @Test func queryHasAnotherName() {
        expectExpansion(of: .api(#"@GET("/users") @Query("page", name: "p") case users(page: Int)"#))
    }

    @Test func field() {
        expectExpansion(of: .api(#"@DELETE("/users") @Field("reason") case remove(id: Int, reason: String)"#))
    }

    @Test func fieldHasAnotherName() {
        expectExpansion(of: .api(#"@POST("/users") @Field("name", name: "user-name") case add(name: String)"#))
    }

    @Test func path() {
        expectExpansion(of: .api(#"@GET("/users/{id}") @Path("number", name: "id") case user(number: Int)"#))
    }

    @Test func header() {
        expectExpansion(of: .api(#"@GET("/users") @Header("etag", name: "If-None-Match") case users(etag: String)"#))
    }

    @Test func headerOfAnOptional() {
        expectExpansion(of: .api(#"@GET("/users") @Header("Prefer") case users(Prefer: String?)"#))
    }

    @Test func headersOfOptionalsAmongOthers() {
        expectExpansion(
            of: """
                @API @Headers(["Accept": "a", "X-Key": "1"]) enum Users {
                    @GET("/a") @Header("accept", "fields") case a(accept: String?, fields: Int?)
                    @POST("/b") @Body("text") case b(text: String?)
                    @GET("/c") @Header("age") case c(age: Int)
                    #if DEBUG
                    @GET("/d") @Header("accept") case d(accept: String?)
                    #endif
                }
                """
        )
    }

    @Test func keysInSnakeCase() {
        expectExpansion(
            of: """
                @API @Coding(keys: .snakeCase) enum Users {
                    @GET("/a") case query(userName: String, myURLPath: String)
                    @POST("/a") @Field("lastName", name: "lastName") case json(userName: String, lastName: String)
                    @POST("/a") @Form case form(userName: String)
                    @POST("/a") case whole(body: User)
                }
                """
        )
    }
}
#endif
