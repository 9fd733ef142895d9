// swift-format-ignore-file

// MARK: Source

@API @ResultType([User].self) enum Users {
    @GET("/a") case a
}

// MARK: Expansion

enum Users {
    case a
}

extension Users: Talyn.TargetType, Talyn.DecodableTargetType {
    var path: Talyn.RequestPath { "/a" }

    typealias ResultType = [User]
}
