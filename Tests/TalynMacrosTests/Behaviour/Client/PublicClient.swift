#if Macros
import Foundation
public import TalynMacros

@Client("https://api.example.com")
public struct PublicClient {
    @GET("/users/{name}") public func user(name: String, @Query page: Int = 2) async throws -> PublicUser
    @GET("/zen") public func zen() async throws(TalynError) -> String
    @GET("/events") public func events() -> EventStream<PublicUser>
    @GET("/users") @Paged(.links)
    public func users(options: RequestOptions = RequestOptions()) -> PageStream<[PublicUser]>
}

/// With a function that nobody else may call, and so an initialiser of its own.
@Client
public struct HalfPublicClient {
    let baseURL: URL
    let provider = Provider<Target>()

    init(baseURL: URL) {
        self.baseURL = baseURL
    }

    @GET("/zen") public func zen() async throws -> String
    @GET("/users/{name}") func user(name: String) async throws -> Repository
}

public enum PublicRoom {
    @Client
    public struct PublicInnerClient {
        @GET("/zen") public func zen() async throws -> String
    }
}

/// With a property that can't be shared, and so a conformance of its own.
@Client("https://api.example.com")
public struct UncheckedClient: @unchecked Sendable {
    var cache = NSObject()

    @GET("/zen") public func zen() async throws -> String
}

/// With a property that can't be shared.
@Client("https://api.example.com")
public struct UnsharedClient {
    var cache = NSObject()

    @GET("/zen") public func zen() async throws -> String
}

@available(*, unavailable)
extension UnsharedClient: Sendable {}

/// Compiles only if public clients can be shared between tasks.
private func shared(_ clients: (PublicClient, HalfPublicClient, PublicRoom.PublicInnerClient, UncheckedClient))
    -> some Sendable
{
    clients
}

/// Compiles only if public targets, and the types of their calls, can be shared between tasks.
private func shared(
    _ targets: (PublicAPI, PublicAPI.Calls, PublicSpace.Inner, GenericAPI<String, PublicUser>, PublicClient.Target)
) -> some Sendable {
    targets
}

@Client("https://api.example.com")
package struct PackageClient {
    @GET("/zen") package func zen() async throws -> String
}
#endif
