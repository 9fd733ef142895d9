import Foundation

#if Macros
import TalynMacros
import TalynWebSocket

// The declarations of Attributes.md, compiled. AttributesPageTests compares the two.

private struct Pet: Codable, Sendable {
    var name: String
}

private struct Visit: Codable, Sendable {
    var day: Date
}

private struct Problem: Decodable, Sendable {
    var reason: String
}

private struct Tenant: Sendable {
    var url: URL
}

private enum Server {
    static var url: URL { URL(string: "https://api.example.com")! }
    static var name: String { "pages" }
    static var logo: Data { Data() }
    static var coding: CodingOptions { CodingOptions() }
}

@API("https://api.example.com/v1")
private enum Pets {
    @GET("/pets/{id}") case pet(id: Int)
    @GET("/pets") case search(tag: String?, page: Int = 1)
    @POST("/pets") case add(name: String, tag: String?)
}

@API(Server.url)
private enum Status {
    @GET("/status") case status
}

@API
private enum Tenants {
    @GET("/users/{id}") case user(id: UUID, of: Tenant)

    var baseURL: URL { if case .user(_, let tenant) = self { tenant.url } else { Server.url } }
    var query: RequestParameters { [:] }
}

@Client("https://api.example.com")
private struct PetClient {
    @GET("/pets/{id}") func pet(id: Int) async throws -> Pet
    @DELETE("/pets/{id}") func remove(id: Int) async throws
}

@Client
private struct LocalClient {
    @GET("/status") func status() async throws -> String
}

@Client("https://api.example.com")
private struct PlacedClient {
    @GET("/motd") func message(fileID: StaticString = #fileID, line: Int = #line) async throws -> String
}

@Client(Server.url)
private struct StatusClient {
    @GET("/status") func status() async throws -> Response
}

@Client("https://api.example.com")
private struct FeedClient {
    @GET("/pets") func pets() async throws -> [Pet]
    @GET("/motd") func message() async throws -> String
    @GET("/logo") func logo() async throws -> Data
    @GET("/pets") func response() async throws -> Response
    @POST("/ping") func ping() async throws
    @GET("/events") func events() -> EventStream<Pet>
    @GET("/notes") func notes() -> EventStream<ServerSentEvent>
    @GET("/log") func log() -> ResponseStream
    @POST("/upload") func upload(@Body file: URL) -> TransferStream
}

@Client("https://api.example.com")
private struct ExportClient {
    @GET("/export") func export(to file: DownloadDestination, year: Int) async throws -> Response
    @GET("/export") func exportWithProgress(to file: DownloadDestination) -> TransferStream
}

@API("https://api.example.com")
private enum Reading {
    @GET("/pets") case pets(tag: String)
    @HEAD("/pets/{id}") case exists(id: Int)
    @DELETE("/pets/{id}") case remove(id: Int, force: Bool?)
    @OPTIONS("/pets") case choices
}

@API("https://api.example.com")
private enum Listing {
    @GET("/pets?sort=name") case sorted(tag: String?)
    @GET("/files/{+path}") case file(path: String)
}

@API("https://api.example.com")
private enum Writing {
    @POST("/pets") case add(name: String, tag: String?)
    @PUT("/pets/{id}") case replace(id: Int, body: Pet)
    @PATCH("/pets/{id}") case rename(id: Int, name: String)
}

@API("https://api.example.com")
private enum Calendars {
    @HTTP("REPORT", "/calendars/{id}") case report(id: Int, from: String)
}

@API("https://api.example.com")
private enum Marking {
    @POST("/pets") @Query("dryRun", name: "dry-run") case add(name: String, dryRun: Bool)
}

@Client("https://api.example.com")
private struct MarkingClient {
    @POST("/pets") func add(name: String, @Query(name: "dry-run") dryRun: Bool) async throws
}

@API("https://api.example.com")
private enum Removing {
    @DELETE("/pets/{id}") @Field("reason") case remove(id: Int, reason: String)
}

@Client("https://api.example.com")
private struct RemovingClient {
    @DELETE("/pets/{id}") func remove(id: Int, @Field reason: String) async throws
}

@API("https://api.example.com")
private enum Versions {
    @GET("/pets/{id}") @Header("tag", name: "If-None-Match") case pet(id: Int, tag: String?)
}

@Client("https://api.example.com")
private struct VersionClient {
    @GET("/pets/{id}") func pet(id: Int, @Header(name: "If-None-Match") tag: String?) async throws -> Pet
}

@API("https://api.example.com")
private enum Naming {
    @GET("/pets/{petID}") @Path("id", name: "petID") case pet(id: Int)
}

@Client("https://api.example.com")
private struct NamingClient {
    @GET("/pets/{petID}") func pet(@Path(name: "petID") withID id: Int) async throws -> Pet
}

@API("https://api.example.com")
private enum Bodies {
    @POST("/pets") @Body("pet") case add(pet: Pet)
    @PUT("/pets/{id}/photo") @Body("photo") case photo(id: Int, photo: Data)
    @PUT("/pets/{id}/film") @Body("file") case film(id: Int, file: URL)
    @PUT("/pets/{id}/stream") case stream(id: Int, body: HTTPBody)
    @PUT("/pets/{id}/note") @Body("note") case note(id: Int, note: String)
    @PATCH("/pets/{id}") case change(id: Int, body: Pet?)
}

@Client("https://api.example.com")
private struct BodyClient {
    @POST("/pets") func add(@Body _ pet: Pet, @Query notify: Bool) async throws -> Pet
}

@API("https://api.example.com")
private enum Photos {
    @POST("/photos") @Part("image", fileName: "cat.png", contentType: "image/png") @Part("caption")
    case add(image: Data, caption: String)
}

@Client("https://api.example.com")
private struct PhotoClient {
    @POST("/photos") func add(@Part(fileName: "cat.png") image: Data, @Part caption: String?) async throws
}

@API("https://api.example.com") @Form
private enum Mixed {
    @POST("/login") case login(user: String, password: String)
    @POST("/pets") @JSON case add(name: String)
}

@API("https://api.example.com")
private enum Forms {
    @POST("/login") @Form case login(user: String, password: String)
}

@API("https://api.example.com")
private enum Uploads {
    @PUT("/avatar") @Multipart case avatar(image: Data, thumbnail: Data?)
    @POST("/album") @Multipart case album(photos: [MultipartPart], title: String)
}

@API("https://api.example.com") @Headers(["Accept": "application/json", "X-Client": Server.name])
private enum Fields {
    @GET("/pets") case pets
    @GET("/logo") @Headers(["accept": "image/png"]) case logo
}

@API("https://api.example.com") @Coding(keys: .snakeCase)
private enum Mapped {
    @GET("/pets") case pets(maxCount: Int)
    @POST("/pets") @Query("dryRun", name: "dryRun") case add(petName: String, dryRun: Bool)
    @PUT("/pets/{id}") case replace(id: Int, body: Pet)
    @GET("/raw") @Coding(keys: .unchanged) case raw(maxCount: Int)
}

@API("https://api.example.com") @Coding(keys: .snakeCase, dates: .secondsSince1970)
private enum Dated {
    @GET("/visits") case visits(since: Date)
    @POST("/visits") case visit(petID: Int, day: Date)
    @GET("/days") @Coding(dates: .millisecondsSince1970) case days(since: Date)
    @GET("/history") @Coding(Server.coding, keys: .snakeCase) case history(petID: Int)
}

@Client("https://api.example.com") @Coding(Server.coding)
private struct VisitClient {
    @GET("/visits/{id}") func visit(id: Int) async throws -> Visit
}

@API("https://api.example.com") @Envelope(ResponseEnvelope(data: "result"))
private enum Wrapped {
    @GET("/pets") case pets
    @GET("/status") @Envelope(nil) case status
}

@API("https://api.example.com") @Options(timeout: .seconds(10))
private enum Patient {
    @GET("/pets") case pets
    @POST("/orders") @Options(idempotency: .key) case order(pet: Int)
    @GET("/report") @Options(timeout: .seconds(60), priority: .low) case report
}

@Client("https://api.example.com")
private struct HurriedClient {
    @GET("/pets/{id}") func pet(id: Int, options: RequestOptions = RequestOptions()) async throws -> Pet
}

@API("https://api.example.com") @Validation(.successAndRedirectCodes)
private enum Checked {
    @GET("/pets") case pets
    @GET("/old") @Validation(.codes([200, 404])) case old
}

@API("https://api.example.com") @Authorization(.bearer)
private enum Private {
    @POST("/login") @Authorization(nil) case login(user: String, password: String)
    @GET("/me") case me
}

@API("https://api.example.com")
private enum Samples {
    @GET("/motd") @Sample("Half measures are as bad as nothing at all.") case message
    @GET("/pets/{id}") @Sample(#"{"name": "Tom"}"#) case pet(id: Int)
    @GET("/logo") @Sample(Server.logo) case logo
}

@API("https://api.example.com") @ResultType(Pet.self)
private enum Finding {
    @GET("/pets/{id}") case pet(id: Int)
    @GET("/pets/best") case best
}

@API("https://api.example.com")
private enum Shop {
    @GET("/pets/{id}") @ResultType(Pet.self) case pet(id: Int)
    @GET("/pets") @ResultType([Pet].self) case pets(page: Int = 1)
    @GET("/motd") case message
}

@Client("https://chat.example.com")
private struct ChatClient {
    @WebSocket("/rooms/{id}") func room(id: Int, since: Date?) async throws -> WebSocketConnection<Visit, Pet>
    @WebSocket("/lobby", subprotocols: ["chat.v2"])
    func lobby(
        resume: @escaping @Sendable (WebSocketConnection<String, String>) async throws -> Void
    ) -> WebSocketSession<String, String>
}

@API("https://chat.example.com")
private enum Chats {
    @WebSocket("/rooms/{id}", incoming: Visit.self, outgoing: Pet.self, subprotocols: ["chat.v2"]) case room(id: Int)
    @WebSocket("/lobby") case lobby
}

@API("https://api.example.com")
private enum PagedPets {
    @GET("/pets") @Paged(.links) @ResultType([Pet].self) case pets(tag: String?)
}

@Client("https://api.example.com")
private struct PagedPetsClient {
    @GET("/pets") @Paged(.links) func pets(tag: String?) -> PageStream<[Pet]>
    @GET("/visits") @Paged(.cursor("after", at: "next"), prefetching: true)
    func visits(options: RequestOptions) -> PageStream<[Visit]>
}

@API("https://api.example.com") @FailureBodyType(Problem.self)
private enum Explained {
    @GET("/pets") case pets
}
#endif
