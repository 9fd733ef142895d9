// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Headers([:]) case a
}

// MARK: Expansion

enum Users {
    case a
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
