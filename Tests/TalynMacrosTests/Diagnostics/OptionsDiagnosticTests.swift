#if Macros
import Testing

struct OptionsDiagnosticTests {
    @Test func twoParametersWithOptions() {
        expectDiagnostics(
            in: .client(
                #"@GET("/zen") func zen(a: RequestOptions, 👉b: RequestOptions = RequestOptions()) async throws"#
            )
        )
    }

    @Test func optionsInTheQuery() {
        expectDiagnostics(in: .client(#"@GET("/zen") func zen(👉@Query options: RequestOptions) async throws"#))
    }

    @Test func optionsNamedByAnAttribute() {
        expectDiagnostics(
            in: .client(#"@GET("/zen") @Header(👉"options") func zen(options: RequestOptions) async throws"#)
        )
    }

    @Test func optionsInThePath() {
        expectDiagnostics(in: .client(#"@GET("/zen/{options}") func zen(👉options: RequestOptions) async throws"#))
    }

    @Test func optionsInACase() {
        expectDiagnostics(in: .api(#"@GET("/users") case users(page: Int, 👉options: RequestOptions)"#))
    }

    @Test func unlabelledOptionsInACase() {
        expectDiagnostics(in: .api(#"@GET("/users/{id}") case users(👉RequestOptions, Int)"#))
    }
}
#endif
