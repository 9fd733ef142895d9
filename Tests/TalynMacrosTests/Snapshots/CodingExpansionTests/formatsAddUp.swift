// swift-format-ignore-file

// MARK: Source

@API @Coding(dates: .secondsSince1970, arrays: .noBrackets) enum Users {
    @GET("/a") case a(since: Date)
    @POST("/b") @Coding(keys: .snakeCase) case b(userName: String)
    @POST("/c") @Query("page") @Coding(dates: .iso8601) case c(body: User, page: Int)
    @POST("/d") @Form @Coding(Server.coding) case d(fullName: String)
    @POST("/e") @Coding(Server.coding, keys: .snakeCase, booleans: .literal) case e(userName: String)
}

// MARK: Expansion

enum Users {
    case a(since: Date)
    case b(userName: String)
    case c(body: User, page: Int)
    case d(fullName: String)
    case e(userName: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: "/a"
        case .b: "/b"
        case .c: "/c"
        case .d: "/d"
        case .e: "/e"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .b, .c, .d, .e: .post
        default: .get
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .a(let since): ["since": since]
        case .c(_, let page): ["page": page]
        default: [:]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .b(let userName): .json(["user_name": userName] as Talyn.RequestParameters)
        case .c(let body, _): .json(body)
        case .d(let fullName): .form(["fullName": fullName] as Talyn.RequestParameters)
        case .e(let userName): .json(["user_name": userName] as Talyn.RequestParameters)
        default: .none
        }
    }

    var coding: Talyn.CodingOptions {
        switch self {
        case .a: Talyn.CodingOptions { $0.dates = .secondsSince1970; $0.arrays = .noBrackets }
        case .b: Talyn.CodingOptions { $0.dates = .secondsSince1970; $0.arrays = .noBrackets; $0.keys = .snakeCase }
        case .c: Talyn.CodingOptions { $0.arrays = .noBrackets; $0.dates = .iso8601 }
        case .d: Server.coding
        case .e: Talyn.CodingOptions { $0 = Server.coding; $0.keys = .snakeCase; $0.booleans = .literal }
        }
    }
}
