import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynOpenAPIRuntime

/// Secrets in operations and their parameters, and all that their mirrors lead to.
struct ReflectionTests {
    @Test func secretsAreInNoMirror() async throws {
        let secret = "planted-secret"
        var form = MultipartForm()
        form.add("password", value: secret)
        form.add("file", MultipartFile(Data(secret.utf8)))
        let query = try #require(QueryItem.form("access_token", secret))
        let field = try #require(HeaderItem.field("X-API-Key", secret))
        let cookie = try #require(HeaderItem.cookie("session", secret))
        let base = try #require(URL(string: "https://ada:\(secret)@api.example"))
        let bodies: [OperationBody] = [
            .json(["password": secret]), .form(["password": secret]), .multipart(form), .text(secret, as: "text/plain"),
        ]
        let operations = bodies.map { body in
            APIOperation<String>(
                "get",
                tag: "t",
                "POST",
                "/a",
                at: base,
                query: [query, .form("page", 2)],
                headers: [field, cookie],
                body: body
            )
        }
        let credentials = SecurityCredentials(["key": .header("X-API-Key")], ["key": { secret }])
        let shown = Reflected(
            operations,
            bodies,
            query,
            field,
            cookie,
            form,
            MultipartFile(Data(secret.utf8)),
            credentials
        )
        #expect(shown.leaks(of: [secret]) == [])
        #expect(
            shown.texts.contains { $0.contains("access_token=") } && shown.texts.contains { $0.contains("api.example") }
        )
    }
}
