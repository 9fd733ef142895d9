#if Macros
import Testing

struct PlaceDiagnosticTests {
    @Test func apiOnAStruct() {
        expectDiagnostics(
            in: """
                @API
                public 👉struct Users {
                    @GET("/users") func users() async throws
                }
                """
        )
    }

    @Test func apiOnAClass() {
        expectDiagnostics(
            in: """
                @API final 👉class Users {}
                """
        )
    }

    @Test func clientOnAnEnum() {
        expectDiagnostics(in: .type(#"@Client("https://a.example") 👉enum Users"#, #"@GET("/users") case users"#))
    }

    @Test func clientOnAnActor() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") 👉actor Users {}
                """
        )
    }

    @Test func apiOnAnExtension() {
        expectDiagnostics(
            in: """
                @API 👉extension Users {}
                """
        )
    }

    @Test func methodOnAType() {
        expectDiagnostics(
            in: """
                @API 👉@GET("/users") enum Users {}
                """
        )
    }

    @Test func methodOnAProperty() {
        expectDiagnostics(in: .api(#"👉@GET("/users") var users: Int { 0 }"#))
    }

    @Test func settingWithoutAReader() {
        expectDiagnostics(
            in: """
                👉@Headers(["A": "b"]) enum Users {}
                """
        )
    }

    @Test func methodInAnEnumWithoutAPI() {
        expectDiagnostics(in: .type("enum Users", #"👉@GET("/users") case users"#))
    }

    @Test func methodInAnExtension() {
        expectDiagnostics(in: .type("extension Users", #"👉@GET("/users") func users() async throws -> [User]"#))
    }

    @Test func settingWithoutAMethod() {
        expectDiagnostics(in: .client(#"👉@Headers(["A": "b"]) func users() async throws {}"#))
    }

    @Test func casesOfOneName() {
        expectDiagnostics(
            in: .api(#"@GET("/users/{id}") case user(id: Int)"#, #"@GET("/users") case 👉user(name: String)"#)
        )
    }

    @Test func privateTypeInsideOfAnother() {
        expectDiagnostics(
            in: """
                struct Shop {
                    @API("https://a.example") 👉private enum Users {
                        @GET("/users") case all
                    }
                }
                """
        )
    }

    @Test func functionWithAResultThatThrows() {
        expectDiagnostics(in: .client(#"@GET("/zen") func 👉zen() async throws -> Result<Zen, TalynError>"#))
    }
}
#endif
