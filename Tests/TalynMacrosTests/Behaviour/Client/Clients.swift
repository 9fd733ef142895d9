#if Macros
import Foundation
import TalynMacros

struct Repository: Codable, Sendable, Hashable {
    var fullName: String
}

struct Slice<Element: Decodable & Sendable>: Decodable, Sendable {
    var items: [Element]
}

/// A function for each thing that one can give.
@Client("https://api.example.com")
struct ResultsClient {
    @GET("/one") func one() async throws -> Repository
    @GET("/typed") func typed() async throws(TalynError) -> Repository
    @GET("/perhaps") func perhaps() async throws -> Repository?
    @GET("/many") func many() async throws(TalynError) -> [Repository]
    @GET("/named") func named() async throws -> [String: Repository]
    @GET("/page") func page() async throws -> Slice<Repository>
    @GET("/response") func response() async throws -> Response
    @GET("/text") func text() async throws(TalynError) -> String
    @GET("/bytes") func bytes() async throws(TalynError) -> Data
    @DELETE("/nothing") func nothing() async throws
    @DELETE("/void") func void() async throws(TalynError) -> Void
    @GET("/one") func outcome() async -> Result<Repository, TalynError>
    @DELETE("/nothing") func outcomeOfNothing() async -> Result<Void, TalynError>
    @GET("/text") func outcomeOfText() async -> Swift.Result<String, TalynError>
    @GET("/events") func events() -> EventStream<Repository>
    @GET("/raw-events") func rawEvents() -> EventStream<ServerSentEvent>
    @GET("/stream") func stream() -> ResponseStream
    @PUT("/transfer") func transfer(@Body content: Data) -> TransferStream
    @GET("/strict") @Validation(.codes([404])) func strict() async throws -> String
    @GET("/failing") @FailureBodyType(Complaint.self) func failing() async throws -> Repository
    @GET("/snake") @Coding(keys: .snakeCase) func snake(perPage: Int) async throws -> Repository
}

/// A function for each way to say where a parameter goes.
@Client("https://api.example.com")
@Headers(["Accept": "application/json"])
struct ParametersClient: Sendable {
    @GET("/users/{name}") func user(named name: String) async throws -> Response
    @GET("/users/{_}") @Path("id", name: "_") func odd(id: Int) async throws -> Response
    @GET("/users/{id}/repos") func repositories(_ id: Int, page: Int = 1, sort: Sort? = nil) async throws -> Response
    @GET("/search") func search(@Query(name: "q") text: String, @Query page: Int? = nil) async throws -> Response
    @GET("/users/{user_name}") func renamed(@Path(name: "user_name") name: String) async throws -> Response
    @GET("/versioned")
    func versioned(@Header(name: "X-Version") version: Int, @Header token: String? = nil) async throws -> Response
    @POST("/drafts/{id}") func draft(_ id: Int, @Body draft: Draft, @Query notify: Bool) async throws -> Response
    @POST("/issues") func create(@Field(name: "full_name") name: String, @Field age: Int?, tags: [String]) async throws
        -> Response
    @POST("/login") @Form func login(user: String, password: String) async throws -> Response
    @POST("/documents") @Headers(["Content-Type": "multipart/form-data; boundary=b"])
    func document(@Part(fileName: "a.txt") file: Data, @Part(name: "alt") text: String?) async throws -> Response
    @PUT("/file") func file(@Body file: URL) async throws -> Response
    @GET("/archive") func archive(from start: Int, to place: DownloadDestination) async throws -> Response
    @POST("/archive")
    func backUp(_ name: String, @Query page: Int, to `provider`: DownloadDestination) -> TransferStream
    @GET("/archive") func keep(`in` file: DownloadDestination) async throws
    @GET("/archive") func outcome(of file: DownloadDestination) async -> Result<Response, TalynError>
    @GET("/{+path}?kind=raw") func raw(path: String, rev: Int) async throws -> Response
    @POST("/names") func provider(provider: String, task: String) async throws -> Response
    @GET("/{in}") func `default`(in: String, for `self`: Int) async throws -> Response
    @GET("/overloads/{id}") func overload(id: Int) async throws -> Response
    @GET("/overloads/{name}") func overload(named name: String, page: Int) async throws -> Response
    @GET("/overloads/{name}") func overload(_ name: String) async throws -> Response
    #if DEBUG
    @GET("/debug") func debug() async throws -> Response
    #endif

    /// What nobody calls an endpoint.
    func both() async throws -> [Int] {
        async let one = user(named: "a").statusCode
        async let two = repositories(2).statusCode
        return try await [one, two]
    }

    static let shared = ParametersClient()
    var isShared: Bool { provider === Self.shared.provider }
}

/// A client whose targets are comparable.
@Client("https://api.example.com")
struct GitHubClient {
    @GET("/users/{name}") @Sample(#"{"fullName":"sample"}"#) func user(name: String) async throws -> Repository
    @GET("/zen") @Authorization(.bearer) func zen() async throws -> String
    @GET("/events") func events() -> EventStream<Repository>
    @GET("/stream") func stream() -> ResponseStream
}

extension GitHubClient.Target: Hashable {}

/// A client that is told where its server is.
@Client
struct ServerClient {
    @GET("/get") func get(text: String) async throws -> Echo
    @POST("/post") func post(text: String, @Query page: Int) async throws -> Echo
    @GET("/delay/{seconds}") func delay(seconds: Int) async throws -> Echo
    @GET("/status/{code}") func status(code: Int) async throws -> String
    @GET("/anything/{name}") func anything(name: String, @Header(name: "X-Token") token: String) async throws -> Echo
    @GET("/bytes/{count}") func bytes(count: Int) -> ResponseStream

    struct Echo: Decodable, Sendable {
        var url: String
        var args: [String: String]?
        var json: [String: String]?
        var headers: [String: String]?
    }
}

@Client(Servers.staging)
struct RuntimeURLClient {
    @GET("/zen") func zen() async throws -> String
}

/// A client with properties of its own, and thus with an initialiser of its own.
@Client
struct RegionClient {
    let region: String

    init(region: String, provider: Provider<Target> = Provider()) {
        self.region = region
        self.provider = provider
        baseURL = URL(string: "https://\(region).example.com")!
    }

    @GET("/zen") func zen() async throws -> String
}

@Client("https://api.example.com")
struct GenericClient<Value: Codable & Sendable> {
    @GET("/value") func value() async throws -> Value
    @PUT("/value") func replace(@Body value: Value) async throws -> [Value]
}

/// Types that are called like ours.
@Client("https://api.example.com")
struct ShadowClient {
    struct Response: Codable, Sendable { var response = "r" }
    struct Data: Codable, Sendable { var data = "d" }

    @GET("/a") func response() async throws -> Response
    @POST("/b") func data(@Body data: Data) async throws -> Data
    @GET("/c") func string() async throws -> Names.String
    @GET("/d") func real() async throws -> Talyn.Response
}

enum Names {
    struct String: Codable, Sendable { var text: Swift.String }
}

@Client("https://api.example.com")
private struct PrivateClient {
    @GET("/zen") func zen() async throws -> String
}

let privateClientCalls: @Sendable () async throws -> String = { try await PrivateClient().zen() }

@Client("https://api.example.com")
struct EmptyClient {
    func local() -> Int { 1 }
}
#endif
