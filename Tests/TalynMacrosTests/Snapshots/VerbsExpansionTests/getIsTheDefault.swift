// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users
}

// MARK: Expansion

enum Users {
    case users
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }
}
