#if Macros
import Testing

struct BodyDiagnosticTests {
    @Test func partOfAForm() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/x") 👉@Form @Part("image") case post(image: Data, title: String)
            }
            """,
            "'image' is a part of a multipart body, and @Form says otherwise",
            fixIts: [
                "remove '@Form'": """
                @API enum Users {
                    @POST("/x") @Part("image") case post(image: Data, title: String)
                }
                """
            ]
        )
    }

    @Test func fieldOfAMultipartBody() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/x") @Multipart @Field(👉"title") case post(title: String)
            }
            """,
            "a multipart body has parts: @Part takes 'title'",
            fixIts: [
                "write '@Part'": """
                @API enum Users {
                    @POST("/x") @Multipart @Part("title") case post(title: String)
                }
                """
            ]
        )
    }

    @Test func bodyOnGET() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") case users(👉body: Filter)
            }
            """,
            "a GET request has no body (RFC 9110, section 9.3), and 'body' would be in it",
            fixIts: [
                "write '@POST'": """
                @API enum Users {
                    @POST("/users") case users(body: Filter)
                }
                """,
                "insert '@Query(\"body\")'": """
                @API enum Users {
                    @GET("/users") @Query("body") case users(body: Filter)
                }
                """,
            ]
        )
    }

    @Test func declaredBodyOnGET() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Body(👉"filter") case users(filter: Filter)
            }
            """,
            "a GET request has no body (RFC 9110, section 9.3), and 'filter' would be in it",
            fixIts: [
                "write '@POST'": """
                @API enum Users {
                    @POST("/users") @Body("filter") case users(filter: Filter)
                }
                """
            ]
        )
    }

    @Test func bodyOnHTTP() {
        expectDiagnostic(
            """
            @API enum Users {
                @HTTP("GET", "/users") case users(👉body: Filter)
            }
            """,
            "a GET request has no body (RFC 9110, section 9.3), and 'body' would be in it",
            fixIts: [
                "write 'POST'": """
                @API enum Users {
                    @HTTP("POST", "/users") case users(body: Filter)
                }
                """,
                "insert '@Query(\"body\")'": """
                @API enum Users {
                    @HTTP("GET", "/users") @Query("body") case users(body: Filter)
                }
                """,
            ]
        )
    }

    @Test func fieldOfAParameterOnHEAD() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @HEAD("/users") func check(👉@Field name: String) async throws
            }
            """,
            "a HEAD request has no body (RFC 9110, section 9.3), and 'name' would be in it",
            fixIts: [
                "write '@POST'": """
                @Client("https://a.example") struct Users {
                    @POST("/users") func check(@Field name: String) async throws
                }
                """
            ]
        )
    }

    @Test func formOnGET() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") 👉@Form case users(page: Int)
            }
            """,
            "a GET request has no body (RFC 9110, section 9.3)",
            fixIts: [
                "write '@POST'": """
                @API enum Users {
                    @POST("/users") @Form case users(page: Int)
                }
                """,
                "remove '@Form'": """
                @API enum Users {
                    @GET("/users") case users(page: Int)
                }
                """,
            ]
        )
    }

    @Test func twoBodies() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @Body("a", 👉"b") case add(a: User, b: User)
            }
            """,
            "a request has one body, and 'a' is it already"
        )
    }

    @Test func bodyAndField() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") case add(body: User, 👉notify: Bool)
            }
            """,
            "'body' is the body already: put 'notify' into the query, or both into fields",
            fixIts: [
                "insert '@Query(\"notify\")'": """
                @API enum Users {
                    @POST("/users") @Query("notify") case add(body: User, notify: Bool)
                }
                """
            ]
        )
    }

    @Test func bodyAndDeclaredField() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @Field(👉"notify") case add(body: User, notify: Bool)
            }
            """,
            "'body' is the body already: put 'notify' into the query, or both into fields"
        )
    }

    @Test func multipartBody() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @Multipart @Body(👉"user") case add(user: Data)
            }
            """,
            "a multipart body has parts: @Part takes 'user'",
            fixIts: [
                "write '@Part'": """
                @API enum Users {
                    @POST("/users") @Multipart @Part("user") case add(user: Data)
                }
                """
            ]
        )
    }

    @Test func partAndField() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @Part("image") @Field(👉"name") case add(image: Data, name: String)
            }
            """,
            "'image' is a part of a multipart body, and so 'name' has to be: @Part(\"name\")",
            fixIts: [
                "write '@Part'": """
                @API enum Users {
                    @POST("/users") @Part("image") @Part("name") case add(image: Data, name: String)
                }
                """
            ]
        )
    }

    @Test func multipartWithoutParts() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users/{id}") 👉@Multipart case add(id: Int)
            }
            """,
            "a multipart body needs a part, and there is no value for one"
        )
    }

    @Test func jsonAndForm() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @JSON 👉@Form case add(name: String)
            }
            """,
            "a body is JSON, a form or multipart, and not two of them",
            fixIts: [
                "remove '@Form'": """
                @API enum Users {
                    @POST("/users") @JSON case add(name: String)
                }
                """
            ]
        )
    }

    @Test func formOfBytes() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") 👉@Form case add(body: Data)
            }
            """,
            "a body of type Data is sent as it is: @Form says nothing of 'body'",
            fixIts: [
                "remove '@Form'": """
                @API enum Users {
                    @POST("/users") case add(body: Data)
                }
                """
            ]
        )
    }

    @Test func formOnDELETE() {
        expectDiagnostic(
            """
            @API enum Users {
                @DELETE("/users") 👉@Form case remove(name: String)
            }
            """,
            "the values of a DELETE request go into the query: @Field puts 'name' into the body",
            fixIts: [
                "insert '@Field(\"name\")'": """
                @API enum Users {
                    @DELETE("/users") @Field("name") @Form case remove(name: String)
                }
                """
            ]
        )
    }

    @Test func namesOfAPartThatHasSome() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @Part(👉"image", fileName: "me.png") case add(image: MultipartFormData)
            }
            """,
            "a MultipartFormData has a name, a file name and a media type of its own, and this says "
                + "nothing of them"
        )
    }

    @Test func dateInAPart() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") @Multipart case add(since: 👉Date)
            }
            """,
            "Date has no text that servers know from a part: make 'since' the text itself, a String"
        )
    }

    @Test func bodyOfADownload() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/export") case export(👉filter: String, to: DownloadDestination)
            }
            """,
            "a call with a DownloadDestination has no body, and 'filter' would be in it"
        )
    }

    @Test func twoDestinations() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/export") case export(to: DownloadDestination, 👉or: DownloadDestination)
            }
            """,
            "a download has one destination, and 'to' is it already"
        )
    }
}
#endif
