#if Macros
import Testing

struct PlaceholderDiagnosticTests {
    @Test func placeholderWithoutValue() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/👉{nam}") case user(name: String)
            }
            """,
            "no value is called 'nam'",
            fixIts: [
                "write '{name}'": """
                @API enum Users {
                    @GET("/users/{name}") case user(name: String)
                }
                """,
                "add 'nam: String'": """
                @API enum Users {
                    @GET("/users/{nam}") case user(name: String, nam: String)
                }
                """,
            ]
        )
    }

    @Test func placeholderOfACaseWithoutValues() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/👉{in}") case user
            }
            """,
            "no value is called 'in'",
            fixIts: [
                "add '`in`: String'": """
                @API enum Users {
                    @GET("/users/{in}") case user(`in`: String)
                }
                """
            ]
        )
    }

    @Test func placeholderWithoutParameter() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users/👉{name}") func user(
                    // How many.
                    count: Int
                ) async throws -> User
            }
            """,
            "no value is called 'name'",
            fixIts: [
                "write '{count}'": """
                @Client("https://a.example") struct Users {
                    @GET("/users/{count}") func user(
                        // How many.
                        count: Int
                    ) async throws -> User
                }
                """,
                "add 'name: String'": """
                @Client("https://a.example") struct Users {
                    @GET("/users/{name}") func user(
                        // How many.
                        count: Int, name: String
                    ) async throws -> User
                }
                """,
            ]
        )
    }

    @Test func placeholderBehindEscapes() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET("/\u{fc}/\"/👉{name}") case user(first: String, last: String)
            }
            """#,
            "no value is called 'name'",
            fixIts: [
                "add 'name: String'": #"""
                @API enum Users {
                    @GET("/\u{fc}/\"/{name}") case user(first: String, last: String, name: String)
                }
                """#
            ]
        )
    }

    @Test func placeholderTwice() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{name}/friends/👉{name}") case friends(name: String)
            }
            """,
            "'name' is used twice; a value has one place in a path"
        )
    }

    @Test func valueForTwoPlaces() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{name}") @Query(👉"name") case user(name: String)
            }
            """,
            "'name' is used twice: it is in the path already",
            fixIts: [
                "remove '@Query'": """
                @API enum Users {
                    @GET("/users/{name}") case user(name: String)
                }
                """
            ]
        )
    }

    @Test func parameterAndFunctionForTwoPlaces() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") @Query(👉"name") func add(@Field name: String) async throws
            }
            """,
            "'name' is used twice; a value goes to one place",
            fixIts: [
                "remove '@Query'": """
                @Client("https://a.example") struct Users {
                    @POST("/users") func add(@Field name: String) async throws
                }
                """
            ]
        )
    }

    @Test func valueAmongOthersForTwoPlaces() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{name}") @Query("page", 👉"name") case user(name: String, page: Int)
            }
            """,
            "'name' is used twice: it is in the path already"
        )
    }

    @Test func valueWithTwoAttributes() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @Query("name") @Field(👉"name") case user(name: String)
            }
            """,
            "'name' is used twice; a value goes to one place",
            fixIts: [
                "remove '@Field'": """
                @API enum Users {
                    @POST("/users") @Query("name") case user(name: String)
                }
                """
            ]
        )
    }

    @Test func parameterWithTwoAttributes() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") func user(@Query 👉@Field name: String) async throws
            }
            """,
            "'name' is used twice; a value goes to one place",
            fixIts: [
                "remove '@Field'": """
                @Client("https://a.example") struct Users {
                    @POST("/users") func user(@Query name: String) async throws
                }
                """
            ]
        )
    }

    @Test func optionalInAPath() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{name}") case user(name: String👉? = nil, page: Int)
            }
            """,
            "a value in a path can't be left out: 'name' can't be optional",
            fixIts: [
                "write 'String'": """
                @API enum Users {
                    @GET("/users/{name}") case user(name: String, page: Int)
                }
                """
            ]
        )
    }

    @Test func optionalWithADefaultInAPath() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users/{name}") func user(name: 👉Optional<String> = "ada") async throws
            }
            """,
            "a value in a path can't be left out: 'name' can't be optional",
            fixIts: [
                "write 'String'": """
                @Client("https://a.example") struct Users {
                    @GET("/users/{name}") func user(name: String = "ada") async throws
                }
                """
            ]
        )
    }

    @Test func attributeWithoutAPlaceholder() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Path(👉"name") case user(name: String)
            }
            """,
            "the path has no placeholder '{name}'",
            fixIts: [
                "insert '/{name}'": """
                @API enum Users {
                    @GET("/users/{name}") @Path("name") case user(name: String)
                }
                """
            ]
        )
    }

    @Test func attributeWithoutAPlaceholderBeforeAQuery() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users?a=b") @Path(👉"name", name: "id") case user(name: String)
            }
            """,
            "the path has no placeholder '{id}'"
        )
    }

    @Test func twoValuesForAPlaceholder() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{id}") @Path("name", name: "id") @Path(👉"number", name: "id") case user(name: String, number: Int)
            }
            """,
            "'{id}' stands for 'name' already"
        )
    }

    @Test func unlabelledValue() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") case user(/* Which? */ 👉String)
            }
            """,
            "a value without a label has to have a placeholder in the path, and there is none left for this one",
            fixIts: [
                "insert a label": """
                @API enum Users {
                    @GET("/users") case user(/* Which? */ value: String)
                }
                """
            ]
        )
    }

    @Test func secondUnlabelledValue() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{name}") case user(String, 👉_: Int)
            }
            """,
            "a value without a label has to have a placeholder in the path, and there is none left for this one",
            fixIts: [
                "insert a label": """
                @API enum Users {
                    @GET("/users/{name}") case user(String, value1: Int)
                }
                """
            ]
        )
    }

    @Test func arrayInAPath() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{ids}") case users(ids: 👉[Int])
            }
            """,
            "Array has no text that servers know from a path: make 'ids' the text itself, a String"
        )
    }

    @Test func dateInAPath() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{day}") case users(day: 👉Date)
            }
            """,
            "Date has no text that servers know from a path: make 'day' the text itself, a String"
        )
    }
}
#endif
