#if Macros
import Testing

struct ValuesExpansionTests {
    @Test func leftoversOfAGETAreItsQuery() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users") case users(name: String, page: Int? = nil)
            }
            """,
            """
            enum Users {
                case users(name: String, page: Int? = nil)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .users(let name, let page): .query(["name": name, "page": page] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func leftoversOfADELETEAreItsQuery() {
        expectExpansion(
            """
            @API enum Users {
                @DELETE("/users") case remove(name: String)
            }
            """,
            """
            enum Users {
                case remove(name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .delete }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .remove(let name): .query(["name": name] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func leftoversOfAPOSTAreItsBody() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") case add(name: String, page: Int? = nil)
            }
            """,
            """
            enum Users {
                case add(name: String, page: Int? = nil)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let name, let page): .requestJSONEncodable(["name": name, "page": page] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func query() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Query("notify", "dry") case add(name: String, notify: Bool, dry: Bool)
            }
            """,
            """
            enum Users {
                case add(name: String, notify: Bool, dry: Bool)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let name, let notify, let dry): .requestJSONEncodable(["name": name] as Talyn.RequestFields).adding(query: ["notify": notify, "dry": dry] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func queryHasAnotherName() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users") @Query("page", name: "p") case users(page: Int)
            }
            """,
            """
            enum Users {
                case users(page: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .users(let page): .query(["p": page] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func field() {
        expectExpansion(
            """
            @API enum Users {
                @DELETE("/users") @Field("reason") case remove(id: Int, reason: String)
            }
            """,
            """
            enum Users {
                case remove(id: Int, reason: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .delete }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .remove(let id, let reason): .requestJSONEncodable(["reason": reason] as Talyn.RequestFields).adding(query: ["id": id] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func fieldHasAnotherName() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Field("name", name: "user-name") case add(name: String)
            }
            """,
            """
            enum Users {
                case add(name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let name): .requestJSONEncodable(["user-name": name] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func path() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users/{id}") @Path("number", name: "id") case user(number: Int)
            }
            """,
            #"""
            enum Users {
                case user(number: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .user(let number): "/users/\(pathSegment: number)"
                    }
                }
            }
            """#
        )
    }

    @Test func header() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users") @Header("etag", name: "If-None-Match") case users(etag: String)
            }
            """,
            """
            enum Users {
                case users(etag: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var headers: [String: String]? {
                    switch self {
                    case .users(let etag): ["If-None-Match": String(requestValue: etag)]
                    }
                }
            }
            """
        )
    }

    @Test func headerOfAnOptional() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users") @Header("Prefer") case users(Prefer: String?)
            }
            """,
            """
            enum Users {
                case users(Prefer: String?)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var headers: [String: String]? {
                    switch self {
                    case .users(let Prefer): (["Prefer": Prefer.map { String(requestValue: $0) }] as [String: String?]).compactMapValues { $0 }
                    }
                }
            }
            """
        )
    }

    @Test func keysInSnakeCase() {
        expectExpansion(
            """
            @API @KeyMapping(.snakeCase) enum Users {
                @GET("/a") case query(userName: String, myURLPath: String)
                @POST("/a") @Field("lastName", name: "lastName") case json(userName: String, lastName: String)
                @POST("/a") @Form case form(userName: String)
                @POST("/a") case whole(body: User)
            }
            """,
            """
            enum Users {
                case query(userName: String, myURLPath: String)
                case json(userName: String, lastName: String)
                case form(userName: String)
                case whole(body: User)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                var method: HTTPTypes.HTTPRequest.Method {
                    switch self {
                    case .json, .form, .whole: .post
                    default: .get
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .query(let userName, let myURLPath): .query(["user_name": userName, "my_url_path": myURLPath] as Talyn.RequestFields)
                    case .json(let userName, let lastName): .requestCustomJSONEncodable(["user_name": userName, "lastName": lastName] as Talyn.RequestFields, encoder: Talyn.KeyMapping.snakeCase.encoder)
                    case .form(let userName): .form(["user_name": userName] as Talyn.RequestFields, encoder: Talyn.URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase))
                    case .whole(let body): .requestCustomJSONEncodable(body, encoder: Talyn.KeyMapping.snakeCase.encoder)
                    }
                }

                var decoder: Foundation.JSONDecoder { Talyn.KeyMapping.snakeCase.decoder }
            }
            """
        )
    }

    @Test func closuresSayWhereADownloadGoes() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/export/{id}") case export(id: Int, day: String, to: DownloadDestination)
            }
            """,
            #"""
            enum Users {
                case export(id: Int, day: String, to: DownloadDestination)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .export(let id, _, _): "/export/\(pathSegment: id)"
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .export(_, let day, let to): .downloadDestination(to).adding(query: ["day": day] as Talyn.RequestFields)
                    }
                }
            }
            """#
        )
    }
}
#endif
