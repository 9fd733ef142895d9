// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("https://b.example/users") case users
}

// MARK: Expansion

enum Users {
    case users
}

extension Users: Talyn.TargetType {
    var path: String { "https://b.example/users" }
}
