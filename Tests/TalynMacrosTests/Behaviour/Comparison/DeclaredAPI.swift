#if Macros
import Foundation
import TalynMacros

/// The endpoints by attributes; ``WrittenAPI`` has the same ones.
@API("https://api.example.com/v1")
enum DeclaredAPI {
    // The path.
    @GET("/zen") case zen
    @GET("/users/{name}") case user(name: String)
    @GET("/items/{id}/{level}") case item(id: Int, level: Level)
    @GET("/devices/{id}/raw") case device(UUID)
    @GET("/sorted/{by}") case sorted(by: Sort)
    @GET("/repos/{owner}/{repo}/contents/{file}") case contents(owner: String, repo: String, file: String)
    @GET("/straße/{größe}?kind=ü&all") case nonASCII(größe: Double)
    @GET("/pages/{number}") @Path("page", name: "number") case page(page: Int)
    @HEAD("/users/{name}") case exists(name: String)
    @OPTIONS("/users") case options

    // The query.
    @GET("/search") case search(q: String, page: Int? = nil)
    @GET("/filter")
    case filter(tags: [String], isActive: Bool, minimum: Double, since: Date?, sort: Sort?, ids: [Int]?)
    @GET("/renamed") @Coding(dates: .secondsSince1970) @Query("perPage", name: "per_page")
    case renamed(perPage: Int, at: Date)

    // Header fields.
    @GET("/versioned") @Header("token", name: "X-Token") @Header("version", "sort")
    case versioned(token: String?, version: Int, sort: Sort)
    @GET("/agent") @Headers(["User-Agent": "Shop/1"]) @Header("kind", name: "x-kind")
    case agent(kind: String)

    // JSON.
    @POST("/issues") case create(
        title: String,
        author: Author,
        due: Date,
        labels: [String],
        note: String?,
        level: Level
    )
    @POST("/repos/{owner}/drafts") case draft(owner: String, body: Draft)
    @PUT("/drafts/{id}") @Query("notify") case replace(id: Int, body: Draft, notify: Bool)
    @PATCH("/users/{name}") @Field("newName", name: "name") case rename(name: String, newName: String?)
    @POST("/drafts/later") case later(body: Draft?)
    @DELETE("/users/{name}") case remove(name: String, force: Bool)
    @DELETE("/users") @Field("names") case removeAll(names: [String], dryRun: Bool)
    @HTTP("REPORT", "/calendars/{id}") case report(id: String, depth: Int)

    // Forms.
    @POST("/login") @Form case login(user: String, password: String, remember: Bool, next: URL?)
    @POST("/accounts") @Form case signUp(body: Account)

    // Bytes, text, files and streams.
    @PUT("/bytes") case bytes(body: Data)
    @PUT("/text") @Body("text") case text(text: String)
    @PUT("/maybe") @Body("text") case maybeText(text: String?)
    @PUT("/file") @Body("file") case file(file: URL)
    @PUT("/stream") case stream(content: HTTPBody)
    @POST("/bytes") @Query("part") @Headers(["Content-Type": "image/png"]) case somePart(body: Data?, part: Int)

    // Multipart.
    @PUT("/avatar") @Multipart @Headers(["Content-Type": "multipart/form-data; boundary=b"]) case avatar(image: Data)
    @POST("/documents") @Part("file", contentType: "text/x-readme") @Part("cover", fileName: "cover.png")
    @Headers(["Content-Type": "multipart/form-data; boundary=b"])
    case document(file: URL, cover: Data, title: String, note: String?, count: Int, sort: Sort?)
    @POST("/parts") @Multipart @Query("draft") @Headers(["Content-Type": "multipart/form-data; boundary=b"])
    case parts(first: MultipartPart, others: [MultipartPart], last: [MultipartPart]?, draft: Bool)

    // Formats.
    @GET("/moments") @Coding(dates: .millisecondsSince1970, arrays: .noBrackets, booleans: .literal)
    case moments(since: Date, tags: [String], isActive: Bool)
    @POST("/moments") @Coding(Formats.spaced) case moment(at: Date)

    // The rest of a target.
    @GET("/private") @Authorization(.bearer) case bearer
    @GET("/private") @Authorization(.custom("Token")) case token
    @GET("/sample") @Sample(#"{"full_name":"Ada"}"#) case sample
    @GET("/strict") @Validation(.any) case strict
    @GET("/codes") @Validation(.codes([200, 304])) case codes
    @POST("/slow")
    @Options(timeout: .seconds(90), deadline: .seconds(120), idempotency: .always, priority: .low)
    case slow(job: String)
    @POST("/chat")
    @Options(
        reconnection: .never,
        endOfEvents: .data("[DONE]"),
        firstEventTimeout: .seconds(9),
        eventTimeout: .seconds(3)
    )
    case chat(prompt: String)
    @GET("/failing") @FailureBodyType(Complaint.self) case failing
    @GET("/snake") @Coding(keys: .snakeCase) case snake(perPage: Int)
}
#endif
