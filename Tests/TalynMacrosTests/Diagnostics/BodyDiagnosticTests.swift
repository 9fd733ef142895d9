#if Macros
import Testing

struct BodyDiagnosticTests {
    @Test func partOfAForm() {
        expectDiagnostics(in: .api(#"@POST("/x") 👉@Form @Part("image") case post(image: Data, title: String)"#))
    }

    @Test func fieldOfAMultipartBody() {
        expectDiagnostics(in: .api(#"@POST("/x") @Multipart @Field(👉"title") case post(title: String)"#))
    }

    @Test func bodyOnGET() {
        expectDiagnostics(in: .api(#"@GET("/users") case users(👉body: Filter)"#))
    }

    @Test func declaredBodyOnGET() {
        expectDiagnostics(in: .api(#"@GET("/users") @Body(👉"filter") case users(filter: Filter)"#))
    }

    @Test func bodyOnHTTP() {
        expectDiagnostics(in: .api(#"@HTTP("GET", "/users") case users(👉body: Filter)"#))
    }

    @Test func fieldOfAParameterOnHEAD() {
        expectDiagnostics(in: .client(#"@HEAD("/users") func check(👉@Field name: String) async throws"#))
    }

    @Test func formOnGET() {
        expectDiagnostics(in: .api(#"@GET("/users") 👉@Form case users(page: Int)"#))
    }

    @Test func twoBodies() {
        expectDiagnostics(in: .api(#"@POST("/users") @Body("a", 👉"b") case add(a: User, b: User)"#))
    }

    @Test func bodyAndField() {
        expectDiagnostics(in: .api(#"@POST("/users") case add(body: User, 👉notify: Bool)"#))
    }

    @Test func bodyAndDeclaredField() {
        expectDiagnostics(in: .api(#"@POST("/users") @Field(👉"notify") case add(body: User, notify: Bool)"#))
    }

    @Test func multipartBody() {
        expectDiagnostics(in: .api(#"@POST("/users") @Multipart @Body(👉"user") case add(user: Data)"#))
    }

    @Test func partAndField() {
        expectDiagnostics(
            in: .api(#"@POST("/users") @Part("image") @Field(👉"name") case add(image: Data, name: String)"#)
        )
    }

    @Test func multipartWithoutParts() {
        expectDiagnostics(in: .api(#"@POST("/users/{id}") 👉@Multipart case add(id: Int)"#))
    }

    @Test func jsonAndForm() {
        expectDiagnostics(in: .api(#"@POST("/users") @JSON 👉@Form case add(name: String)"#))
    }

    @Test func formOfBytes() {
        expectDiagnostics(in: .api(#"@POST("/users") 👉@Form case add(body: Data)"#))
    }

    @Test func formOnDELETE() {
        expectDiagnostics(in: .api(#"@DELETE("/users") 👉@Form case remove(name: String)"#))
    }

    @Test func namesOfAPartThatHasSome() {
        expectDiagnostics(
            in: .api(#"@POST("/users") @Part(👉"image", fileName: "me.png") case add(image: MultipartPart)"#)
        )
    }

    @Test func dateInAPart() {
        expectDiagnostics(in: .api(#"@POST("/users") @Multipart case add(since: 👉Date)"#))
    }

    @Test func destinationInACase() {
        expectDiagnostics(in: .api(#"@POST("/export") case export(filter: String, 👉to: DownloadDestination)"#))
    }

    @Test func twoDestinations() {
        expectDiagnostics(
            in: .client(
                #"@GET("/export") func export(to: DownloadDestination, 👉or: DownloadDestination) async throws -> Response"#
            )
        )
    }

    @Test func optionalDestination() {
        expectDiagnostics(
            in: .client(#"@GET("/export") func export(to: 👉DownloadDestination?) async throws -> Response"#)
        )
    }

    @Test(arguments: ["User", "String", "Result<Data, TalynError>"])
    func resultOfADownload(type: String) {
        let effects = type.hasPrefix("Result") ? "async" : "async throws"
        expectDiagnostics(
            in: .client("@GET(\"/export\") func export(to: DownloadDestination) \(effects) -> 👉\(type)"),
            for: type
        )
    }
}
#endif
