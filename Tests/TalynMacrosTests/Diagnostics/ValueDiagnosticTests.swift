#if Macros
import Testing

struct ValueDiagnosticTests {
    @Test func attributeWithoutAName() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") 👉@Query case users(page: Int)
            }
            """,
            "say which value: @Query(\"name\")"
        )
    }

    @Test func nameThatIsNoLiteral() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Query(👉page) case users(page: Int)
            }
            """,
            "the name of a value has to be a string literal"
        )
    }

    @Test func unknownValue() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Header(/* Which? */ 👉"pge") case users(page: Int, size: Int)
            }
            """,
            "'users' has no value 'pge'; it has 'page', 'size'",
            fixIts: [
                "write 'page'": """
                @API enum Users {
                    @GET("/users") @Header(/* Which? */ "page") case users(page: Int, size: Int)
                }
                """,
                "write 'size'": """
                @API enum Users {
                    @GET("/users") @Header(/* Which? */ "size") case users(page: Int, size: Int)
                }
                """,
            ]
        )
    }

    @Test func valueOfACaseWithoutAny() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Query(👉"page") case users
            }
            """,
            "'users' has no value 'page'; it has none with a name"
        )
    }

    @Test func nameOfMany() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Query("page", "size", name: 👉"p") case users(page: Int, size: Int)
            }
            """,
            "a name is that of one value"
        )
    }

    @Test func sentNameThatIsNoLiteral() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Query("page", name: 👉key) case users(page: Int)
            }
            """,
            "a name has to be a string literal"
        )
    }

    @Test func nameTwiceInAQuery() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Query("page", name: "p") @Query(👉"part", name: "p") case users(page: Int, part: Int)
            }
            """,
            "'page' is the query parameter 'p' already"
        )
    }

    @Test func nameTwiceInABody() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @KeyMapping(.snakeCase) case users(userName: String, 👉user_name: String)
            }
            """,
            "'userName' is the body field 'user_name' already"
        )
    }

    @Test func closureInAQuery() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") case users(filter: 👉@Sendable (User) -> Bool)
            }
            """,
            "a closure or a tuple can't be sent: make 'filter' of an Encodable type"
        )
    }

    @Test func tupleInABody() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") case users(names: 👉(first: String, last: String))
            }
            """,
            "a closure or a tuple can't be sent: make 'names' of an Encodable type"
        )
    }
}
#endif
