#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

// This module is isolated to the main actor by default, as new apps are. What is called from anywhere has to say so: bodies
// and results, since encoders and decoders are nobody's.

nonisolated struct User: Codable, Sendable, Hashable {
    var name: String
}

@API("https://api.example.com")
@KeyMapping(.snakeCase)
@Authorization(.bearer)
@ResultType(User.self)
@Sample("{}")
enum MainActorAPI {
    @GET("/users/{name}") @ResultType(User.self) case user(name: String)
    @POST("/users") case create(body: User)
}

@Client("https://api.example.com")
struct MainActorClient {
    @GET("/users/{name}") func user(name: String) async throws -> User
    @POST("/users") func create(@Body user: User, @Query notify: Bool = false) async throws -> User
    @GET("/events") func events() -> EventStream<User>
}

nonisolated extension MainActorClient.Target: Hashable {}

@Client
nonisolated struct NonisolatedClient {
    @GET("/users/{name}") func user(name: String) async throws -> User
    @GET("/events") func events() -> EventStream<User>
}

@Suite(.stubs) struct MainActorTests {
    @Test func enumIsCalledFromTheMainActor() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(2))
        #expect(try await Provider<MainActorAPI>().request(.user(name: "ada")) == User(name: "Ada"))
        #expect(try await MainActorAPI.Calls().user(name: "ada") == User(name: "Ada"))
    }

    @Test nonisolated func enumIsCalledFromAnywhere() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(2))
        #expect(MainActorAPI.user(name: "a/b").path == "/users/a%2Fb")
        #expect(try await Provider<MainActorAPI>().request(.user(name: "ada")) == User(name: "Ada"))
        #expect(try await MainActorAPI.Calls().user(name: "ada") == User(name: "Ada"))
    }

    @Test func clientIsCalledFromTheMainActor() async throws {
        StubSet.current.on(.target(MainActorClient.Target.user(name: "ada")), .json(["name": "Ada"]))
        StubSet.current.on(.post("/users"), .echo)
        let client = MainActorClient()
        #expect(try await client.user(name: "ada") == User(name: "Ada"))
        #expect(try await client.create(user: User(name: "Bob")) == User(name: "Bob"))
    }

    @Test nonisolated func clientIsCalledFromAnywhere() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(2))
        let url = try #require(URL(string: "https://api.example.com"))
        #expect(try await MainActorClient().user(name: "ada") == User(name: "Ada"))
        #expect(try await NonisolatedClient(baseURL: url).user(name: "ada") == User(name: "Ada"))
        _ = NonisolatedClient(baseURL: url).events()
        _ = await MainActorClient().events()
        #expect(MainActorClient.Target.user(name: "a/b").path == "/users/a%2Fb")
    }
}
#endif
