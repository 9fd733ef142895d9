#if Macros
import Testing

struct HeaderDiagnosticTests {
    @Test func headersThatAreNoLiteral() {
        expectDiagnostic(
            """
            @API @Headers(👉common) enum Users {
                @GET("/users") case users
            }
            """,
            "the header fields have to be a dictionary literal"
        )
    }

    @Test func invalidFieldName() {
        expectDiagnostic(
            """
            @API @Headers(["X👉 Name": "a"]) enum Users {
                @GET("/users") case users
            }
            """,
            "the name of a header field can't have the character \" \"",
            fixIts: [
                "write 'X-Name'": """
                @API @Headers(["X-Name": "a"]) enum Users {
                    @GET("/users") case users
                }
                """
            ]
        )
    }

    @Test func invalidFieldNameBehindAnEscape() {
        expectDiagnostic(
            #"""
            @API @Headers(["\u{58}-N👉\u{e4}me": "a"]) enum Users {
                @GET("/users") case users
            }
            """#,
            "the name of a header field can't have the character \"\\u{00E4}\"",
            fixIts: [
                "write 'X-N-me'": """
                @API @Headers(["X-N-me": "a"]) enum Users {
                    @GET("/users") case users
                }
                """
            ]
        )
    }

    @Test func emptyFieldName() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Headers([👉"": "a"]) case users
            }
            """,
            "a header field has a name"
        )
    }

    @Test func fieldNameThatIsNoLiteral() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Headers([👉key: "a"]) case users
            }
            """,
            "the name of a header field has to be a string literal"
        )
    }

    @Test func invalidNameOfAField() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users(@Header(name: "X👉:Token") token: String) async throws
            }
            """,
            "the name of a header field can't have the character \":\"",
            fixIts: [
                "write 'X-Token'": """
                @Client("https://a.example") struct Users {
                    @GET("/users") func users(@Header(name: "X-Token") token: String) async throws
                }
                """
            ]
        )
    }

    @Test func valueThatIsNoFieldName() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Header(👉"größe") case users(größe: Int)
            }
            """,
            "'größe' is no name of a header field: say another one by 'name:'"
        )
    }

    @Test func nameOfAnEmptyField() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Header("a", name: 👉"") case users(a: Int)
            }
            """,
            "a header field has a name"
        )
    }

    @Test func fieldTwice() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Headers(["Accept": "a", 👉"accept": "b"]) case users
            }
            """,
            "the field 'accept' is there already"
        )
    }

    @Test func fieldInTwoAttributes() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Headers(["Accept": "a"]) @Headers([👉"Accept": "b"]) case users
            }
            """,
            "the field 'Accept' is there already"
        )
    }

    @Test func fieldOfTwoValues() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Header("a", name: "X-A") @Header(👉"b", name: "x-a") case users(a: Int, b: Int)
            }
            """,
            "'a' is the header field 'x-a' already"
        )
    }

    @Test func fieldOfHeadersAndOfAValue() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Headers(["X-A": "1"]) @Header(👉"a", name: "X-A") case users(a: Int)
            }
            """,
            "@Headers has the field 'X-A' already, and 'a' would replace it"
        )
    }

    @Test func lineBreakInAField() {
        expectDiagnostic(
            #"""
            @API enum Users {
                @GET("/users") @Headers(["A": "b👉\r\n"]) case users
            }
            """#,
            "the value of a header field has neither line breaks nor control characters, nor spaces at its ends"
        )
    }

    @Test func spaceAroundAField() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Headers(["A": 👉" b"]) case users
            }
            """,
            "the value of a header field has neither line breaks nor control characters, nor spaces at its ends"
        )
    }

    @Test func arrayInAField() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") @Header("ids") case users(ids: 👉Set<Int>)
            }
            """,
            "Set has no text that servers know from a header field: make 'ids' the text itself, a String"
        )
    }
}
#endif
