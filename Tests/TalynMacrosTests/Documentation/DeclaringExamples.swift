import Foundation

#if Macros
import TalynMacros
import TalynTesting
import Testing

// The code of the pages about declaring, and of the macros' comments, compiled. DocumentedExamplesTests compares them.

/// The landing page, and the comments.
enum LandingExamples {
    struct User: Codable, Sendable { var login: String }
    struct NewIssue: Codable, Sendable { var title: String }
    struct Event: Decodable, Sendable { var id: String }

    @API("https://api.github.com")
    enum GitHub {
        @GET("/zen") case zen
        @GET("/users/{name}") case user(name: String)
        @GET("/search/repositories") case search(q: String, page: Int? = nil)
        @POST("/repos/{owner}/{repo}/issues") case open(owner: String, repo: String, body: NewIssue)
    }

    @Client("https://api.github.com")
    struct GitHubClient {
        @GET("/users/{name}") func user(name: String) async throws -> User
        @GET("/events") func events() -> EventStream<Event>
    }

    static func call() async throws {
        let github = Provider<GitHub>()
        let ada = try await github.request(.user(name: "ada"), as: User.self)
        _ = ada
    }
}

// Types in attributes of an enum are looked for outside of the type in which it is nested.
struct ShopOrder: Decodable, Sendable { var id: Int }
struct ShopFailure: Decodable, Sendable { var reason: String }

/// DeclaringAPIs.md.
enum EnumExamples {
    struct NewIssue: Codable, Sendable { var title: String }
    struct NewOrder: Encodable, Sendable { var item: Int }
    struct Tenant: Sendable { var url: URL }
    enum Sorting: String, Codable, Sendable { case newest, best }

    @API("https://api.github.com")
    enum GitHub {
        @GET("/zen") case zen
        @GET("/users/{name}") case user(name: String)
        @GET("/search/repositories") case search(q: String, page: Int? = nil)
        @POST("/repos/{owner}/{repo}/issues") case open(owner: String, repo: String, body: NewIssue)
        @PUT("/avatar") @Multipart case avatar(image: Data)
    }

    @API("https://shop.example.com")
    enum Shop {
        @GET("/items/{id}/reviews") case reviews(id: Int, sort: Sorting?, tags: [String] = [])
        @POST("/orders") @Query("dryRun", name: "dry_run") case order(item: Int, count: Int, dryRun: Bool)
        @POST("/login") @Form case login(user: String, password: String)
        @GET("/items/{id}") @Header("tag", name: "If-None-Match") case item(id: Int, tag: String?)
        @PUT("/items/{id}/photo") @Body("photo") case photo(id: Int, photo: Data)
    }

    @API("https://shop.example.com")
    @Headers(["Accept": "application/json"]) @Coding(keys: .snakeCase, dates: .secondsSince1970)
    @Validation(.successAndRedirectCodes) @Authorization(.bearer) @FailureBodyType(ShopFailure.self)
    @Options(timeout: .seconds(10))
    enum Account {
        @POST("/login") @Authorization(nil) case login(userName: String, password: String)
        @GET("/orders") @ResultType([ShopOrder].self) case orders(maxCount: Int = 20)
        @POST("/orders") @Options(idempotency: .key) case order(body: NewOrder)
        @GET("/invoice") @Headers(["Accept": "application/pdf"]) case invoice
    }

    @API
    enum Tenants {
        @GET("/users/{id}") case user(id: UUID, of: Tenant)
        @GET("/status") case status(of: Tenant)

        var baseURL: URL {
            switch self {
            case .user(_, let tenant), .status(let tenant): tenant.url
            }
        }

        var query: RequestParameters { [:] }
    }

    static func calls() async throws {
        let calls = Account.Calls()
        let orders = try await calls.orders(maxCount: 5)
        _ = orders
    }
}

/// DeclaringClients.md.
enum ClientExamples {
    struct User: Codable, Sendable { var login: String }
    struct NewIssue: Codable, Sendable { var title: String }
    struct Issue: Decodable, Sendable { var number: Int }
    struct Found: Decodable, Sendable { var total: Int }
    struct Event: Decodable, Sendable { var id: String }
    struct Item: Decodable, Sendable { var id: Int }
    struct Order: Decodable, Sendable { var id: Int }

    @Client("https://api.github.com")
    struct GitHubClient {
        @GET("/users/{name}") func user(name: String) async throws -> User
        @GET("/search/repositories") func search(q: String, page: Int? = nil) async throws -> Found
        @GET("/events") func events() -> EventStream<Event>
        @POST("/repos/{owner}/{repo}/issues")
        func open(owner: String, repo: String, @Body issue: NewIssue) async throws -> Issue
    }

    @Client("https://models.example.com")
    struct ModelClient {
        @POST("/chat") @Options(endOfEvents: .data("[DONE]"), firstEventTimeout: .seconds(60))
        func chat(prompt: String) -> EventStream<Event>
    }

    @Client("https://shop.example.com") @Coding(keys: .snakeCase) @Authorization(.bearer)
    struct ShopClient {
        @GET("/items/{id}") func item(withID id: Int, @Header(name: "If-None-Match") tag: String?) async throws -> Item
        @POST("/orders") func order(_ item: Int, count: Int, @Query dryRun: Bool = false) async throws -> Order
        @PUT("/avatar") func avatar(@Part(fileName: "me.png") image: Data) async throws
        @GET("/export") func export(to file: DownloadDestination) async throws -> Response
    }

    @Client
    struct StatusClient {
        @GET("/status") func status() async throws -> String
    }

    @Client("https://api.github.com")
    struct PlacedClient {
        @GET("/zen") func zen(fileID: StaticString = #fileID, line: Int = #line) async throws -> String
    }

    struct Day: Decodable, Sendable { var number: Int }
    @Client("https://calendar.example.com")
    @Coding(keys: .snakeCase, dates: .secondsSince1970, arrays: .noBrackets) @Envelope(ResponseEnvelope(data: "result"))
    struct CalendarClient {
        @GET("/days") func days(_ month: Int) async throws -> [Day]
    }

    static func calls() async throws {
        let github = GitHubClient()
        let ada = try await github.user(name: "ada")
        for try await event in github.events() { print(event.id) }
        _ = ada
    }

    static func provider() async throws {
        let github = GitHubClient(provider: Provider(plugins: [RetryPlugin(), NetworkLoggerPlugin()]))
        let response = try await github.provider.request(.user(name: "ada"))
        _ = response
    }

    static func download(folder: URL, shop: ShopClient) async throws {
        let file = DownloadDestination(folder.appending(path: "export.csv"))
        let response = try await shop.export(to: file)
        _ = response
    }

    static func status(url: URL) async throws {
        let client = StatusClient(baseURL: url)
        let status = try await client.status()
        _ = status
    }

    struct Tests {
        @Test(.stubs) func showsTheName() async throws {
            StubSet.current.on(.get("/users/{name}"), .json(["login": "ada"]))
            StubSet.current.on(.targetCase("search", of: GitHubClient.Target.self), .json(["total": 0]))
            let github = GitHubClient()
            #expect(try await github.user(name: "ada").login == "ada")
            #expect(try await github.search(q: "swift").total == 0)
        }
    }
}
#endif
