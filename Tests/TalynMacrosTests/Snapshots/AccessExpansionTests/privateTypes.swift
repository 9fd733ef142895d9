// swift-format-ignore-file

// MARK: Source

@API private enum Users {
    @GET("/a") case a
}

// MARK: Expansion

private enum Users {
    case a
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
