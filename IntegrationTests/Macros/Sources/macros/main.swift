import TalynMacros

@API("https://example.com")
enum Hello {
    @GET("/hello/{name}") @Sample("Hello") case hello(name: String)
}

@Client("https://example.com")
struct HelloClient {
    @GET("/hello/{name}") @Sample("again") func hello(name: String) async throws -> String
}

let first = try await Provider<Hello>(stubClosure: Provider.immediatelyStub).request(.hello(name: "Ada")).mapString()
let client = HelloClient(provider: Provider(stubClosure: Provider.immediatelyStub))
print(first, try await client.hello(name: "Ada"), Hello.hello(name: "a/b").path)
