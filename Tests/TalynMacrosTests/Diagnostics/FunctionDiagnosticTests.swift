#if Macros
import SwiftDiagnostics
import Testing

struct FunctionDiagnosticTests {
    @Test func textThatMayBeMissing() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/zen") func zen() async throws -> 👉String?
            }
            """,
            "the body of a response is never missing, if it may be empty: write String",
            fixIts: [
                "remove '?'": """
                @Client("https://a.example") struct Users {
                    @GET("/zen") func zen() async throws -> String
                }
                """
            ]
        )
    }

    @Test func functionCalledAsAProperty() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/provider") func 👉provider() async throws -> User
            }
            """,
            "there is a property 'provider' beside the function of this one: give it another name"
        )
    }

    @Test func propertyWithoutAValue() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                let 👉token: String
                var nick: String?
                var count = 1
                static let shared = 1
                @GET("/zen") func zen() async throws
            }
            """,
            "'token' has no value: write an initialiser that sets it, and 'provider'"
        )
    }

    @Test func functionThatNarrowsAPublicClient() {
        expectDiagnostic(
            """
            @Client("https://a.example") public struct Users {
                @GET("/a") public func a() async throws
                @GET("/b") func 👉b() async throws
            }
            """,
            "'b' isn't public, and so neither are 'Target', 'provider' and 'init', which name its types",
            severity: .warning
        )
    }

    @Test func functionsOfTheSameNameAndLabels() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/a") func user(id: Int) async throws
                @GET("/b") func 👉user(id: UUID) async throws
            }
            """,
            "no switch can tell cases of the same name apart: give this one another name than 'userId'"
        )
    }

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
