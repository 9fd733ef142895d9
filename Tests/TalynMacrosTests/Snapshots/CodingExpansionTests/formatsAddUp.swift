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
        case .a: return "/a"
        case .b: return "/b"
        case .c: return "/c"
        case .d: return "/d"
        case .e: return "/e"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .b, .c, .d, .e: return .post
        default: return .get
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .a(let since): return ["since": since]
        case .c(_, let page): return ["page": page]
        default: return [:]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .b(let userName): return .json(["user_name": userName] as Talyn.RequestParameters)
        case .c(let body, _):
            #sourceLocation(file: "File.swift", line: 4)
            return .json(body)
            #sourceLocation()
        case .d(let fullName): return .form(["fullName": fullName] as Talyn.RequestParameters)
        case .e(let userName): return .json(["user_name": userName] as Talyn.RequestParameters)
        default: return .none
        }
    }

    var coding: Talyn.CodingOptions {
        switch self {
        case .a: return Talyn.CodingOptions { $0.dates = .secondsSince1970; $0.arrays = .noBrackets }
        case .b: return Talyn.CodingOptions { $0.dates = .secondsSince1970; $0.arrays = .noBrackets; $0.keys = .snakeCase }
        case .c: return Talyn.CodingOptions { $0.arrays = .noBrackets; $0.dates = .iso8601 }
        case .d: return Server.coding
        case .e: return Talyn.CodingOptions { $0 = Server.coding; $0.keys = .snakeCase; $0.booleans = .literal }
        }
    }
}
