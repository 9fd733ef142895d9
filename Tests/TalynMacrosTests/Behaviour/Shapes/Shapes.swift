#if Macros
import Foundation
import TalynMacros

// Declarations of all shapes: that they compile, and without a warning, is half of the test.

@API("https://api.example.com")
fileprivate enum FilePrivateAPI {
    @GET("/users/{name}") case user(name: String)
}

@API("https://api.example.com")
private enum PrivateAPI {
    @GET("/users/{name}") @ResultType(PublicUser.self) case user(name: String)
}

/// What the private ones resolve to, for tests in other files.
let privatePaths = [FilePrivateAPI.user(name: "a/b").path, PrivateAPI.user(name: "a/b").path].map(\.percentEncoded)

struct StructWithAPI {
    @API("https://api.example.com")
    enum Inner {
        @GET("/users/{name}") case user(name: String)
    }
}

final class ClassWithAPI<Value: Sendable> {
    @API("https://api.example.com")
    enum Inner {
        @GET("/users/{name}") @ResultType(PublicUser.self) case user(name: String)
        @GET("/value") case value(id: Int, kept: String)
    }
}

enum EnumWithAPI {
    @API("https://api.example.com")
    fileprivate enum Hidden {
        @GET("/users/{name}") case user(name: String)
    }

    static let hiddenPath = Hidden.user(name: "a/b").path.percentEncoded
}

extension EnumWithAPI {
    @API("https://api.example.com")
    enum Inner {
        @GET("/users/{name}") case user(name: String)
    }
}

/// Where a base URL comes from that is known only when the program runs.
enum Servers {
    static let staging = URL(string: "https://staging.example.com/api")!
}

@API(Servers.staging)
enum RuntimeURLAPI {
    @GET("/users/{name}") case user(name: String)
}

@API("https://api.example.com")
indirect enum IndirectAPI {
    @GET("/users/{name}") case user(name: String)
    case cached(IndirectAPI)

    var path: RequestPath {
        switch self {
        case .user(let name): "/users/\(name)"
        case .cached(let target): target.path
        }
    }
}

@available(macOS 99, iOS 99, tvOS 99, watchOS 99, visionOS 99, *)
@API("https://api.example.com")
enum FutureAPI {
    @GET("/users/{name}") case user(name: String)
}

@API("https://api.example.com")
enum DeprecatingAPI {
    @GET("/users/{name}") case user(name: String)
    @available(*, deprecated, message: "Use user.") @POST("/old/{name}") case old(name: String, page: Int)
    @available(*, deprecated) @GET("/older") @Authorization(.bearer) @Sample("old") case older
}

@API("https://api.example.com")
enum ConditionalAPI {
    @POST("/users/{name}") case user(name: String)
    #if DEBUG
    @GET("/debug/{name}") case debug(name: String)
    #else
    @POST("/release/{name}") case release(name: String)
    #endif
    #if NEVER_SET
    @GET("/never") @Authorization(.bearer) case never(page: Int)
    #elseif os(Windows)
    @DELETE("/windows") case windows
    #endif
}

@API("https://api.example.com")
enum NeverAPI {
    @POST("/users/{name}") case user(name: String)
    #if NEVER_SET
    @GET("/never") case never
    #endif
}

@API("https://api.example.com")
enum KeywordAPI {
    @GET("/{default}") @ResultType(PublicUser.self) case `default`(default: String)
    @GET("/{in}") @ResultType(PublicUser.self) case `init`(`in`: String)
    @GET("/{self}/{inout}") @ResultType(PublicUser.self) case `self`(`self`: String, `inout`: Int, for: String)
    @POST("/case") @ResultType(PublicUser.self)
    case `case`(`case`: String, `class`: String?, path: String, provider: String, task: Int)
    @GET("/{func}") @ResultType(PublicUser.self) case `switch`(func: Int = 3)
}

@API("https://api.example.com")
enum NonASCIIAPI {
    @GET("/straße/{größe}/日本/{名}") case straße(größe: String, 名: Int, übrig: String)
    @GET("/😀") case 😀
}

@API("https://api.example.com")
enum UnlabelledAPI {
    @GET("/{owner}/{repo}/{number}") case issue(String, String, number: Int)
    @GET("/{a}/{b}/{c}") case mixed(String, b: Int, String)
    @GET("/{number}") case paged(_ number: Int, _ page: Int = 2)
}

@API("https://api.example.com")
enum HashableAPI: Hashable, CaseIterable, Sendable {
    @GET("/a") case a
    @POST("/b") case b
}

@API("https://api.example.com")
enum RawAPI: String, CaseIterable {
    @GET("/a") case a = "first"
    @POST("/b") case b
}

@API("https://api.example.com")
enum EmptyAPI {}

@API("https://api.example.com")
enum ShadowAPI {
    struct URL: Codable, Sendable { var url = "u" }
    struct Data: Codable, Sendable { var data = "d" }
    struct Response: Codable, Sendable { var response = "r" }
    struct Target: Codable, Sendable { var target = "t" }
    struct Body: Codable, Sendable { var body = "b" }

    @POST("/a") @Body("content") case dataBody(content: Data)
    @POST("/b") @Sample("x") case urlBody(body: URL)
    @POST("/c") @ResultType(Response.self) case body(body: Body)
    @POST("/d") @ResultType([Target].self) case data
    @POST("/e") case url(target: Target, data: Foundation.Data)
}

@API
enum HandWrittenAPI {
    @GET("/a") case a(q: String)

    var baseURL: URL { URL(string: "https://hand.example.com")! }
    var path: RequestPath { "/hand" }
    var method: HTTPRequest.Method { .put }
    var query: RequestParameters { [:] }
    var headerFields: HTTPFields { [.from: "hand"] }
    var body: RequestBody { .none }
    var sampleData: Data { Data("hand".utf8) }
    var validation: StatusValidation { .codes([201]) }
    var authorizationType: AuthorizationType? { .basic }
    var coding: CodingOptions { CodingOptions() }
    var failureBodyType: (any (Decodable & Sendable).Type)? { nil }
    var requestOptions: RequestOptions { RequestOptions { $0.timeout = .seconds(77) } }
}

@API("https://api.example.com")
enum ByHandAuthorizedAPI {
    @GET("/a") case a

    var authorizationType: AuthorizationType? { .basic }
}

@API("https://api.example.com")
@Authorization(nil)
enum UnauthorizedAPI {
    @GET("/a") case a
}

@API("https://api.example.com")
enum TypedAPI {
    @PUT("/text") @Body("text") @Header("type", name: "content-type") case text(text: String, type: String)
}

/// With `Self` in its cases.
@API("https://api.example.com")
enum SelfAPI<Value: Codable & Sendable> {
    static var most: Int { 3 }

    enum Kind: String, Encodable, Sendable { case new }

    struct Item: Codable, Sendable { var name: String }

    @GET("/items") @ResultType([Self.Item].self) case items(count: Int = Self.most, kind: Self.Kind = Self.Kind.new)
    @GET("/pages") @Paged(.next { $0.number < Self.most ? .query(["page": "2"]) : nil }) @ResultType([Self.Item].self)
    case pages
}
#endif
