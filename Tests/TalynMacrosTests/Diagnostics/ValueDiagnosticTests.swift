#if Macros
import Testing

struct ValueDiagnosticTests {
    @Test func attributeWithoutAName() {
        expectDiagnostics(in: .api(#"@GET("/users") 👉@Query case users(page: Int)"#))
    }

    @Test func nameThatIsNoLiteral() {
        expectDiagnostics(in: .api(#"@GET("/users") @Query(👉page) case users(page: Int)"#))
    }

    @Test func unknownValue() {
        expectDiagnostics(in: .api(#"@GET("/users") @Header(/* Which? */ 👉"pge") case users(page: Int, size: Int)"#))
    }

    @Test func valueOfACaseWithoutAny() {
        expectDiagnostics(in: .api(#"@GET("/users") @Query(👉"page") case users"#))
    }

    @Test func nameOfMany() {
        expectDiagnostics(
            in: .api(#"@GET("/users") @Query("page", "size", name: 👉"p") case users(page: Int, size: Int)"#)
        )
    }

    @Test func sentNameThatIsNoLiteral() {
        expectDiagnostics(in: .api(#"@GET("/users") @Query("page", name: 👉key) case users(page: Int)"#))
    }

    @Test func nameTwiceInAQuery() {
        expectDiagnostics(
            in: """
                @API enum Users {
                    @GET("/users") @Query("page", name: "p") @Query(👉"part", name: "p") case users(page: Int, part: Int)
                }
                """
        )
    }

    @Test func nameTwiceInABody() {
        expectDiagnostics(
            in: .api(#"@POST("/users") @Coding(keys: .snakeCase) case users(userName: String, 👉user_name: String)"#)
        )
    }

    @Test func closureInAQuery() {
        expectDiagnostics(in: .api(#"@GET("/users") case users(filter: 👉@Sendable (User) -> Bool)"#))
    }

    @Test func tupleInABody() {
        expectDiagnostics(in: .api(#"@POST("/users") case users(names: 👉(first: String, last: String))"#))
    }
}
#endif
