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
@Coding(keys: .snakeCase)
@Authorization(.bearer)
@ResultType(User.self)
@Sample("{}")
enum MainActorAPI {
    @GET("/users/{name}") @ResultType(User.self) case user(name: String)
    @POST("/users") case create(body: User)
    @GET("/users") @Paged(.links) @ResultType([User].self) case users
}

@Client("https://api.example.com")
struct MainActorClient {
    @GET("/users/{name}") func user(name: String) async throws -> User
    @POST("/users") func create(@Body user: User, @Query notify: Bool = false) async throws -> User
    @GET("/events") func events() -> EventStream<User>
    @GET("/users") @Paged(.links) func users(options: RequestOptions = RequestOptions()) -> PageStream<[User]>
    @GET("/quick") func quick(options: RequestOptions) async throws -> User
}

nonisolated extension MainActorClient.Target: Hashable {}

@Client
nonisolated struct NonisolatedClient {
    @GET("/users/{name}") func user(name: String) async throws -> User
    @GET("/events") func events() -> EventStream<User>
}

// Nothing here is isolated, nested types included.
@API("https://api.example.com")
nonisolated enum NonisolatedAPI {
    @GET("/users/{name}") @ResultType(User.self) case user(name: String)
}

nonisolated enum NonisolatedSpace {
    @API("https://api.example.com")
    enum Nested {
        @GET("/users/{name}") @ResultType(User.self) case user(name: String)
    }

    @Client("https://api.example.com")
    struct NestedClient {
        @GET("/users/{name}") func user(name: String) async throws -> User
    }
}

nonisolated extension NonisolatedSpace {
    @API("https://api.example.com")
    enum Extended {
        @GET("/users/{name}") @ResultType(User.self) case user(name: String)
    }
}

// These say what the module says anyway.
@API("https://api.example.com") @MainActor
enum ExplicitAPI {
    @GET("/users/{name}") @ResultType(User.self) case user(name: String)
}

@Client("https://api.example.com") @MainActor
struct ExplicitClient {
    @GET("/users/{name}") func user(name: String) async throws -> User
}

@Suite(.stubs) struct MainActorTests {
    /// It is synchronous: an isolated initialiser wouldn't compile.
    nonisolated private func nonisolatedCalls() -> (
        NonisolatedAPI.Calls, NonisolatedSpace.Nested.Calls, NonisolatedSpace.Extended.Calls,
        NonisolatedSpace.NestedClient
    ) {
        (
            NonisolatedAPI.Calls(), NonisolatedSpace.Nested.Calls(), NonisolatedSpace.Extended.Calls(),
            NonisolatedSpace.NestedClient()
        )
    }

    @Test nonisolated func callsOfANonisolatedEnumAreNonisolated() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(4))
        let (own, nested, extended, client) = nonisolatedCalls()
        #expect(try await own.user(name: "ada") == User(name: "Ada"))
        #expect(try await nested.user(name: "ada") == User(name: "Ada"))
        #expect(try await extended.user(name: "ada") == User(name: "Ada"))
        #expect(try await client.user(name: "ada") == User(name: "Ada"))
    }

    @Test nonisolated func typesOfAnActorHaveTargetsForAll() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(3))
        #expect(ExplicitAPI.user(name: "ada").path.percentEncoded == "/users/ada")
        #expect(ExplicitClient.Target.user(name: "ada").path.percentEncoded == "/users/ada")
        #expect(try await Provider<ExplicitAPI>().request(.user(name: "ada"), as: User.self) == User(name: "Ada"))
        #expect(try await ExplicitAPI.Calls().user(name: "ada") == User(name: "Ada"))
        #expect(try await ExplicitClient().user(name: "ada") == User(name: "Ada"))
    }

    @Test func enumIsCalledFromTheMainActor() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(2))
        #expect(try await Provider<MainActorAPI>().request(.user(name: "ada")) == User(name: "Ada"))
        #expect(try await MainActorAPI.Calls().user(name: "ada") == User(name: "Ada"))
    }

    @Test nonisolated func enumIsCalledFromAnywhere() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(2))
        #expect(MainActorAPI.user(name: "a/b").path.percentEncoded == "/users/a%2Fb")
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

    @Test func pagesAndOptionsAreUsedOnTheMainActor() async throws {
        StubSet.current.on(.get("/users"), .json([["name": "Ada"]]), times: .exactly(3))
        StubSet.current.on(.get("/quick"), .json(["name": "Ada"]))
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]))
        let options = RequestOptions { $0.deadline = .seconds(60) }
        var names: [String] = []
        for try await user in MainActorClient().users(options: options).elements { names.append(user.name) }
        for try await user in MainActorAPI.Calls().users().elements { names.append(user.name) }
        for try await page in MainActorAPI.Calls().users(options: options) { names += page.value.map(\.name) }
        #expect(names == ["Ada", "Ada", "Ada"])
        #expect(try await MainActorClient().quick(options: options) == User(name: "Ada"))
        #expect(try await MainActorAPI.Calls().user(name: "ada", options: options) == User(name: "Ada"))
    }

    @Test nonisolated func clientIsCalledFromAnywhere() async throws {
        StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]), times: .exactly(2))
        let url = try #require(URL(string: "https://api.example.com"))
        #expect(try await MainActorClient().user(name: "ada") == User(name: "Ada"))
        #expect(try await NonisolatedClient(baseURL: url).user(name: "ada") == User(name: "Ada"))
        _ = NonisolatedClient(baseURL: url).events()
        _ = MainActorClient().events()
        #expect(MainActorClient.Target.user(name: "a/b").path.percentEncoded == "/users/a%2Fb")
    }
}
#endif
