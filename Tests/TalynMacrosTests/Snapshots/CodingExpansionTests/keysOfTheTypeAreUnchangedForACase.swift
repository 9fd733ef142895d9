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
        case .a: "/a"
        case .b: "/b"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .a(let userName): ["user_name": userName]
        case .b(let userName): ["userName": userName]
        }
    }

    var coding: Talyn.CodingOptions {
        switch self {
        case .a: Talyn.CodingOptions { $0.keys = .snakeCase }
        default: Talyn.CodingOptions()
        }
    }
}
