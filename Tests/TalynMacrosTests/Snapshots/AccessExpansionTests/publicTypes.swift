// swift-format-ignore-file

// MARK: Source

@API public enum Users {
    @GET("/a") case a
}

// MARK: Expansion

public enum Users {
    case a
}

extension Users: Talyn.TargetType {
    public var path: Talyn.RequestPath { "/a" }
}
