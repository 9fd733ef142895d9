// swift-format-ignore-file

// MARK: Source

@API @Headers(["Accept": "a", "X": "1"]) enum Users {
    @GET("/a") @Headers(["accept": "b"]) case a
    @GET("/b") case b
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

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .a: return [HTTPTypes.HTTPField.Name("X")!: "1", .accept: "b"]
        case .b: return [.accept: "a", HTTPTypes.HTTPField.Name("X")!: "1"]
        }
    }
}
