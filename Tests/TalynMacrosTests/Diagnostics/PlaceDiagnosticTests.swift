#if Macros
import Testing

struct PlaceDiagnosticTests {
    @Test func apiOnAStruct() {
        expectDiagnostic(
            """
            @API
            public 👉struct Users {
                @GET("/users") func users() async throws
            }
            """,
            "@API is for an enum, whose cases are the endpoints; @Client is for a struct with functions",
            fixIts: [
                "write '@Client'": """
                @Client
                public struct Users {
                    @GET("/users") func users() async throws
                }
                """,
                "write 'enum'": """
                @API
                public enum Users {
                    @GET("/users") func users() async throws
                }
                """,
            ]
        )
    }

    @Test func apiOnAClass() {
        expectDiagnostic(
            """
            @API final 👉class Users {}
            """,
            "@API is for an enum, whose cases are the endpoints; @Client is for a struct with functions"
        )
    }

    @Test func clientOnAnEnum() {
        expectDiagnostic(
            """
            @Client("https://a.example") 👉enum Users {
                @GET("/users") case users
            }
            """,
            "@Client is for a struct, whose functions are the endpoints; @API is for an enum with cases",
            fixIts: [
                "write '@API'": """
                @API("https://a.example") enum Users {
                    @GET("/users") case users
                }
                """,
                "write 'struct'": """
                @Client("https://a.example") struct Users {
                    @GET("/users") case users
                }
                """,
            ]
        )
    }

    @Test func clientOnAnActor() {
        expectDiagnostic(
            """
            @Client("https://a.example") 👉actor Users {}
            """,
            "@Client is for a struct, whose functions are the endpoints; @API is for an enum with cases"
        )
    }

    @Test func apiOnAnExtension() {
        expectDiagnostic(
            """
            @API 👉extension Users {}
            """,
            "@API is for an enum, whose cases are the endpoints; @Client is for a struct with functions"
        )
    }

    @Test func methodOnAType() {
        expectDiagnostic(
            """
            @API 👉@GET("/users") enum Users {}
            """,
            "@GET is for a case of the enum, or a function of the struct"
        )
    }

    @Test func methodOnAProperty() {
        expectDiagnostic(
            """
            @API enum Users {
                👉@GET("/users") var users: Int { 0 }
            }
            """,
            "@GET is for a case of an enum with @API, or a function of a struct with @Client"
        )
    }

    @Test func settingWithoutAReader() {
        expectDiagnostic(
            """
            👉@Headers(["A": "b"]) enum Users {}
            """,
            "@Headers says nothing without @API or @Client beside it"
        )
    }

    @Test func methodInAnEnumWithoutAPI() {
        expectDiagnostic(
            """
            enum Users {
                👉@GET("/users") case users
            }
            """,
            "@GET says nothing here: the enum itself needs @API, and an extension of it isn't read"
        )
    }

    @Test func methodInAnExtension() {
        expectDiagnostic(
            """
            extension Users {
                👉@GET("/users") func users() async throws -> [User]
            }
            """,
            "@GET says nothing here: the struct itself needs @Client, and an extension of it isn't read"
        )
    }

    @Test func settingWithoutAMethod() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                👉@Headers(["A": "b"]) func users() async throws {}
            }
            """,
            "@Headers says nothing without a method and a path: @GET(\"/\")"
        )
    }

    @Test func casesOfOneName() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users/{id}") case user(id: Int)
                @GET("/users") case 👉user(name: String)
            }
            """,
            "no switch can tell cases of the same name apart: give this one another name than 'user'"
        )
    }

    @Test func privateTypeInsideOfAnother() {
        expectDiagnostic(
            """
            struct Shop {
                @API("https://a.example") 👉private enum Users {
                    @GET("/users") case all
                }
            }
            """,
            "the extension of a private type inside of another one can't see it: write fileprivate",
            fixIts: [
                "write 'fileprivate'": """
                struct Shop {
                    @API("https://a.example") fileprivate enum Users {
                        @GET("/users") case all
                    }
                }
                """
            ]
        )
    }

    @Test func functionWithAResultThatThrows() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/zen") func 👉zen() async throws -> Result<Zen, TalynError>
            }
            """,
            "a call takes time, and its Result has the failure: 'zen' is async without throws"
        )
    }
}
#endif
