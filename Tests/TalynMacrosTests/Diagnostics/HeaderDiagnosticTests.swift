#if Macros
import Testing

struct HeaderDiagnosticTests {
    @Test func headersThatAreNoLiteral() {
        expectDiagnostics(in: .type("@API @Headers(👉common) enum Users", #"@GET("/users") case users"#))
    }

    @Test func invalidFieldName() {
        expectDiagnostics(in: .type(#"@API @Headers(["X👉 Name": "a"]) enum Users"#, #"@GET("/users") case users"#))
    }

    @Test func invalidFieldNameAfterAnEscape() {
        expectDiagnostics(
            in: .type(#"@API @Headers(["\u{58}-N👉\u{e4}me": "a"]) enum Users"#, #"@GET("/users") case users"#)
        )
    }

    @Test func emptyFieldName() {
        expectDiagnostics(in: .api(#"@GET("/users") @Headers([👉"": "a"]) case users"#))
    }

    @Test func fieldNameThatIsNoLiteral() {
        expectDiagnostics(in: .api(#"@GET("/users") @Headers([👉key: "a"]) case users"#))
    }

    @Test func invalidNameOfAField() {
        expectDiagnostics(
            in: .client(#"@GET("/users") func users(@Header(name: "X👉:Token") token: String) async throws"#)
        )
    }

    @Test func valueThatIsNoFieldName() {
        expectDiagnostics(in: .api(#"@GET("/users") @Header(👉"größe") case users(größe: Int)"#))
    }

    @Test func nameOfAnEmptyField() {
        expectDiagnostics(in: .api(#"@GET("/users") @Header("a", name: 👉"") case users(a: Int)"#))
    }

    @Test func fieldTwice() {
        expectDiagnostics(in: .api(#"@GET("/users") @Headers(["Accept": "a", 👉"accept": "b"]) case users"#))
    }

    @Test func fieldInTwoAttributes() {
        expectDiagnostics(in: .api(#"@GET("/users") @Headers(["Accept": "a"]) @Headers([👉"Accept": "b"]) case users"#))
    }

    @Test func fieldOfTwoValues() {
        expectDiagnostics(
            in: """
                @API enum Users {
                    @GET("/users") @Header("a", name: "X-A") @Header(👉"b", name: "x-a") case users(a: Int, b: Int)
                }
                """
        )
    }

    @Test func fieldOfHeadersAndOfAValue() {
        expectDiagnostics(
            in: .api(#"@GET("/users") @Headers(["X-A": "1"]) @Header(👉"a", name: "X-A") case users(a: Int)"#)
        )
    }

    @Test func lineBreakInAField() {
        expectDiagnostics(in: .api(#"@GET("/users") @Headers(["A": "b👉\r\n"]) case users"#))
    }

    @Test func spaceAroundAField() {
        expectDiagnostics(in: .api(#"@GET("/users") @Headers(["A": 👉" b"]) case users"#))
    }

    @Test func arrayInAField() {
        expectDiagnostics(in: .api(#"@GET("/users") @Header("ids") case users(ids: 👉Set<Int>)"#))
    }

    @Test func hostOfAType() {
        expectDiagnostics(
            in: .type(#"@API @Headers([👉"Host": "a.example"]) enum Users"#, #"@GET("/users") case users"#)
        )
    }

    @Test func hostOfAParameter() {
        expectDiagnostics(
            in: .client(
                #"@GET("/a") func a(@Header(name: 👉"host") server: String) async throws"#,
                #"@GET("/b") func b(👉@Header host: String) async throws"#
            )
        )
    }

    @Test func hostOfAValue() {
        expectDiagnostics(in: .api(#"@GET("/users") @Header(👉"host") case users(host: String)"#))
    }
}
#endif
