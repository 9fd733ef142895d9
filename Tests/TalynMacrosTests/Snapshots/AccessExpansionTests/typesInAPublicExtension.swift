// swift-format-ignore-file

// MARK: Source

public extension Services {
    @API enum Users {
        @GET("/a") case a
    }
}

// MARK: Expansion

public extension Services {
    enum Users {
        case a
    }
}

extension Services.Users: Talyn.TargetType {
    public var path: Talyn.RequestPath { "/a" }
}
