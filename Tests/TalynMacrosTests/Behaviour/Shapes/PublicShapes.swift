#if Macros
import Foundation
public import TalynMacros

// What other modules see has to be public in all that the macros write.

public struct PublicUser: Codable, Sendable, Equatable {
    public var name: String
}

@API("https://api.example.com")
public enum PublicAPI {
    @GET("/users/{name}") @ResultType(PublicUser.self) case user(name: String)
    @GET("/all") @Authorization(.bearer) @ResultType([PublicUser].self) case all(page: Int? = nil)
    @GET("/zen") @ResultType(String.self) @Sample("be kind") case zen
}

@API("https://api.example.com")
@ResultType(PublicUser.self)
public enum PublicResultAPI {
    @GET("/users/{name}") case user(name: String)
}

@API("https://api.example.com")
package enum PackageAPI {
    @GET("/users/{name}") case user(name: String)
}

public enum PublicSpace {}

public extension PublicSpace {
    @API("https://api.example.com")
    enum Inner {
        @GET("/users/{name}") case user(name: String)
    }
}

@API("https://api.example.com")
public enum GenericAPI<Key: CustomStringConvertible & Sendable, Value> where Value: Encodable & Sendable {
    @GET("/users/{key}") @ResultType(PublicUser.self) case user(key: Key)
    @POST("/values") case add(body: Value)
    @POST("/fields") case fields(value: Value, other: Value?)
}
#endif
