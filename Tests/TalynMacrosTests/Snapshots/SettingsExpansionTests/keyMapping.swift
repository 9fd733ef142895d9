// swift-format-ignore-file

// MARK: Source

@API @Coding(keys: .snakeCase) enum Users {
    @GET("/a") case a
    @GET("/b") @Coding(keys: .unchanged) case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var coding: Talyn.CodingOptions {
        switch self {
        case .a: return Talyn.CodingOptions { $0.keys = .snakeCase }
        default: return Talyn.CodingOptions()
        }
    }
}
