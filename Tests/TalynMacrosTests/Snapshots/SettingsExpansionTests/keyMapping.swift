// swift-format-ignore-file

// MARK: Source

@API @KeyMapping(.snakeCase) enum Users {
    @GET("/a") case a
    @GET("/b") @KeyMapping(.useDefaultKeys) case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .a: "/a"
        case .b: "/b"
        }
    }

    var decoder: Foundation.JSONDecoder {
        switch self {
        case .a: Talyn.KeyMapping.snakeCase.decoder
        default: Foundation.JSONDecoder()
        }
    }
}
