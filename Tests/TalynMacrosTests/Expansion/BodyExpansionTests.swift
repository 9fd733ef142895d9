#if Macros
import Testing

struct BodyExpansionTests {
    @Test func whatIsCalledBodyIsTheBody() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") case add(body: User)
            }
            """,
            """
            enum Users {
                case add(body: User)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let body): .requestJSONEncodable(body)
                    }
                }
            }
            """
        )
    }

    @Test func textThatIsCalledBodyIsAField() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") case add(body: String)
            }
            """,
            """
            enum Users {
                case add(body: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let body): .requestJSONEncodable(["body": body] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func body() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Body("user") case add(user: User)
            }
            """,
            """
            enum Users {
                case add(user: User)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let user): .requestJSONEncodable(user)
                    }
                }
            }
            """
        )
    }

    @Test func bodyAndQuery() {
        expectExpansion(
            """
            @API enum Users {
                @PUT("/users/{id}") @Body("user") @Query("dry") case put(id: Int, user: User, dry: Bool)
            }
            """,
            #"""
            enum Users {
                case put(id: Int, user: User, dry: Bool)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .put(let id, _, _): "/users/\(pathSegment: id)"
                    }
                }

                var method: HTTPTypes.HTTPRequest.Method { .put }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .put(_, let user, let dry): .requestJSONEncodable(user).adding(query: ["dry": dry] as Talyn.RequestFields)
                    }
                }
            }
            """#
        )
    }

    @Test func bytesFilesAndText() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/a") case data(body: Data)
                @POST("/a") @Body("file") case file(file: URL)
                @POST("/a") case stream(body: HTTPBody)
                @POST("/a") @Body("text") case text(text: String)
            }
            """,
            """
            enum Users {
                case data(body: Data)
                case file(file: URL)
                case stream(body: HTTPBody)
                case text(text: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .data(let body): .requestData(body)
                    case .file(let file): .uploadFile(file)
                    case .stream(let body): .upload(body)
                    case .text(let text): .requestData(Foundation.Data(text.utf8))
                    }
                }

                var headers: [String: String]? {
                    switch self {
                    case .text: ["Content-Type": "text/plain; charset=utf-8"]
                    default: nil
                    }
                }
            }
            """
        )
    }

    @Test func optionalBody() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") case add(body: User?)
            }
            """,
            """
            enum Users {
                case add(body: User?)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let body): (body.map { Talyn.HTTPTask.requestJSONEncodable($0) } ?? .requestPlain)
                    }
                }
            }
            """
        )
    }

    @Test func form() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Form case add(name: String)
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
                    case .add(let name): .form(["name": name] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func formOfAValue() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Form case add(body: User)
            }
            """,
            """
            enum Users {
                case add(body: User)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let body): .form(body)
                    }
                }
            }
            """
        )
    }

    @Test func jsonWhereTheTypeHasForms() {
        expectExpansion(
            """
            @API @Form enum Users {
                @POST("/a") case a(name: String)
                @POST("/b") @JSON case b(name: String)
            }
            """,
            """
            enum Users {
                case a(name: String)
                case b(name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .a(let name): .form(["name": name] as Talyn.RequestFields)
                    case .b(let name): .requestJSONEncodable(["name": name] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func multipart() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Multipart case add(image: Data, name: String)
            }
            """,
            """
            enum Users {
                case add(image: Data, name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let image, let name): .uploadMultipart([Talyn.MultipartFormData(image, name: "image"), Talyn.MultipartFormData(name, name: "name")])
                    }
                }
            }
            """
        )
    }

    @Test func part() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Part("image", name: "i", fileName: "me.png", mimeType: "image/png") case add(image: Data)
            }
            """,
            """
            enum Users {
                case add(image: Data)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let image): .uploadMultipart([Talyn.MultipartFormData(image, name: "i", fileName: "me.png", mimeType: "image/png")])
                    }
                }
            }
            """
        )
    }

    @Test func optionalPart() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Multipart case add(image: Data, thumb: Data?)
            }
            """,
            """
            enum Users {
                case add(image: Data, thumb: Data?)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let image, let thumb): .uploadMultipart([Talyn.MultipartFormData(image, name: "image")] + (thumb.map { [Talyn.MultipartFormData($0, name: "thumb")] } ?? []))
                    }
                }
            }
            """
        )
    }

    @Test func partsThatAreMade() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/users") @Multipart case add(one: MultipartFormData, many: [MultipartFormData])
            }
            """,
            """
            enum Users {
                case add(one: MultipartFormData, many: [MultipartFormData])
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let one, let many): .uploadMultipart([one] + (many))
                    }
                }
            }
            """
        )
    }
}
#endif
