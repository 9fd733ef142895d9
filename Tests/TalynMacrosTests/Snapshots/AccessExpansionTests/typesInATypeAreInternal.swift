// swift-format-ignore-file

// MARK: Source

public struct Services {
    @API enum Users {
        @GET("/a") case a
    }
}

// MARK: Expansion

public struct Services {
    enum Users {
        case a
    }
}

extension Services.Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
