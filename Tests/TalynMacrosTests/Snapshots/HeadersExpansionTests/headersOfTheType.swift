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
        case .a: "/a"
        case .b: "/b"
        }
    }

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .a: [HTTPTypes.HTTPField.Name("X")!: "1", .accept: "b"]
        case .b: [.accept: "a", HTTPTypes.HTTPField.Name("X")!: "1"]
        }
    }
}
