// swift-format-ignore-file

// MARK: Source

public extension Services {
    @API internal enum Users {
        @GET("/a") case a
    }
}

// MARK: Expansion

public extension Services {
    internal enum Users {
        case a
    }
}

extension Services.Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
