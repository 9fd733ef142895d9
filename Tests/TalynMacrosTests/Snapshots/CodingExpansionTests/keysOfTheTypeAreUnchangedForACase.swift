// swift-format-ignore-file

// MARK: Source

@API @Coding(keys: .snakeCase) enum Users {
    @GET("/a") case a(userName: String)
    @GET("/b") @Coding(keys: .unchanged) case b(userName: String)
}

// MARK: Expansion

enum Users {
    case a(userName: String)
    case b(userName: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .a(let userName): return ["user_name": userName]
        case .b(let userName): return ["userName": userName]
        }
    }

    var coding: Talyn.CodingOptions {
        switch self {
        case .a: return Talyn.CodingOptions { $0.keys = .snakeCase }
        default: return Talyn.CodingOptions()
        }
    }
}
