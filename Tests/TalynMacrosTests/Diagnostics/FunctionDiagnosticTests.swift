#if Macros
import Testing

struct FunctionDiagnosticTests {
    @Test func functionWithABody() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                /// All of them.
                @GET("/users") func users() async throws -> [User] 👉{
                    []
                }
                var count = 0
            }
            """,
            "@Client writes the body of a function with a method and a path",
            fixIts: [
                "remove the body": """
                @Client("https://a.example") struct Users {
                    /// All of them.
                    @GET("/users") func users() async throws -> [User]
                    var count = 0
                }
                """
            ]
        )
    }

    @Test func functionThatIsNotAsync() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func 👉users() -> [User]
            }
            """,
            "a call takes time and may fail: 'users' is async throws",
            fixIts: [
                "write 'async throws'": """
                @Client("https://a.example") struct Users {
                    @GET("/users") func users() async throws -> [User]
                }
                """
            ]
        )
    }

    @Test func functionThatThrowsOnly() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func 👉users() throws(TalynError)
            }
            """,
            "a call takes time and may fail: 'users' is async throws",
            fixIts: [
                "write 'async throws'": """
                @Client("https://a.example") struct Users {
                    @GET("/users") func users() async throws(TalynError)
                }
                """
            ]
        )
    }

    @Test func sequenceThatWaits() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users() 👉async throws -> EventStream<User>
            }
            """,
            "a sequence is returned at once, without async and throws"
        )
    }

    @Test func genericFunction() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users👉<Value: Decodable>() async throws -> Value
            }
            """,
            "a generic function is no endpoint"
        )
    }

    @Test func staticFunction() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") 👉static func users() async throws
            }
            """,
            "an endpoint is called with the client's provider: it can't be static"
        )
    }

    @Test func inoutParameter() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users(page: 👉inout Int) async throws
            }
            """,
            "a function with a value that is inout, variadic or of an opaque type is no endpoint"
        )
    }

    @Test func variadicParameter() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users(ids: 👉Int...) async throws
            }
            """,
            "a function with a value that is inout, variadic or of an opaque type is no endpoint"
        )
    }

    @Test func opaqueParameter() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") func add(@Body user: 👉(some Encodable)?) async throws
            }
            """,
            "a function with a value that is inout, variadic or of an opaque type is no endpoint"
        )
    }

    @Test func parameterWithoutAName() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users/{id}") func user(👉_: Int) async throws -> User
            }
            """,
            "a value needs a name: put one behind '_'"
        )
    }

    @Test func parameterOfSelf() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users(order: 👉Self.Order) async throws
            }
            """,
            "a target has this value, too, and 'Self' is another type there: write the name of the type"
        )
    }

    @Test func parameterCalledBaseURL() {
        expectDiagnostic(
            """
            @Client struct Users {
                @GET("/users") func users(👉from baseURL: String) async throws
            }
            """,
            "the targets of this client have a value 'baseURL' already: call this one otherwise"
        )
    }
}
#endif
