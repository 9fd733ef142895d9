#if Macros
import Testing

struct PlaceholderDiagnosticTests {
    @Test func placeholderWithoutValue() {
        expectDiagnostics(in: .api(#"@GET("/users/👉{nam}") case user(name: String)"#))
    }

    @Test func placeholderOfACaseWithoutValues() {
        expectDiagnostics(in: .api(#"@GET("/users/👉{in}") case user"#))
    }

    @Test func placeholderWithoutParameter() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") struct Users {
                    @GET("/users/👉{name}") func user(
                        // How many.
                        count: Int
                    ) async throws -> User
                }
                """
        )
    }

    @Test func placeholderAfterEscapes() {
        expectDiagnostics(in: .api(#"@GET("/\u{fc}/\"/👉{name}") case user(first: String, last: String)"#))
    }

    @Test func placeholderTwice() {
        expectDiagnostics(in: .api(#"@GET("/users/{name}/friends/👉{name}") case friends(name: String)"#))
    }

    @Test func valueForTwoPlaces() {
        expectDiagnostics(in: .api(#"@GET("/users/{name}") @Query(👉"name") case user(name: String)"#))
    }

    @Test func parameterAndFunctionForTwoPlaces() {
        expectDiagnostics(in: .client(#"@POST("/users") @Query(👉"name") func add(@Field name: String) async throws"#))
    }

    @Test func valueAmongOthersForTwoPlaces() {
        expectDiagnostics(
            in: .api(#"@GET("/users/{name}") @Query("page", 👉"name") case user(name: String, page: Int)"#)
        )
    }

    @Test func valueWithTwoAttributes() {
        expectDiagnostics(in: .api(#"@POST("/users") @Query("name") @Field(👉"name") case user(name: String)"#))
    }

    @Test func parameterWithTwoAttributes() {
        expectDiagnostics(in: .client(#"@POST("/users") func user(@Query 👉@Field name: String) async throws"#))
    }

    @Test func optionalInAPath() {
        expectDiagnostics(in: .api(#"@GET("/users/{name}") case user(name: String👉? = nil, page: Int)"#))
    }

    @Test func optionalWithADefaultInAPath() {
        expectDiagnostics(
            in: .client(#"@GET("/users/{name}") func user(name: 👉Optional<String> = "ada") async throws"#)
        )
    }

    @Test func attributeWithoutAPlaceholder() {
        expectDiagnostics(in: .api(#"@GET("/users") @Path(👉"name") case user(name: String)"#))
    }

    @Test func attributeWithoutAPlaceholderBeforeAQuery() {
        expectDiagnostics(in: .api(#"@GET("/users?a=b") @Path(👉"name", name: "id") case user(name: String)"#))
    }

    @Test func twoValuesForAPlaceholder() {
        expectDiagnostics(
            in: """
                @API enum Users {
                    @GET("/users/{id}") @Path("name", name: "id") @Path(👉"number", name: "id") case user(name: String, number: Int)
                }
                """
        )
    }

    @Test func unlabelledValue() {
        expectDiagnostics(in: .api(#"@GET("/users") case user(/* Which? */ 👉String)"#))
    }

    @Test func secondUnlabelledValue() {
        expectDiagnostics(in: .api(#"@GET("/users/{name}") case user(String, 👉_: Int)"#))
    }

    @Test func arrayInAPath() {
        expectDiagnostics(in: .api(#"@GET("/users/{ids}") case users(ids: 👉[Int])"#))
    }

    @Test func dateInAPath() {
        expectDiagnostics(in: .api(#"@GET("/users/{day}") case users(day: 👉Date)"#))
    }
}
#endif
