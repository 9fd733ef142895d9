import TalynMacros

@API("https://example.com") @Coding(keys: .snakeCase, dates: .secondsSince1970)
enum Hello {
    @GET("/hello/{name}") @Sample("Hello") case hello(name: String)
    @POST("/greetings") @Query("since") @Header("language", name: "Accept-Language") @Sample("Thanks")
    case greet(firstName: String, count: Int?, since: Date, language: String?)
}

@Client("https://example.com") @Headers(["Accept": "text/plain", "X-Client": "macros"])
struct HelloClient {
    @GET("/hello/{name}") @Sample("again") func hello(name: String) async throws -> String
}

let provider = Provider<Hello>(transport: SampleTransport())
let first = try await provider.request(.hello(name: "Ada"), as: String.self)
let target = Hello.greet(firstName: "Ada", count: nil, since: Date(timeIntervalSince1970: 1), language: "en")
let thanks = try await provider.request(target, as: String.self)
let client = HelloClient(provider: Provider(transport: SampleTransport()))
print(first, try await client.hello(name: "Ada"), thanks, Hello.hello(name: "a/b").path)
