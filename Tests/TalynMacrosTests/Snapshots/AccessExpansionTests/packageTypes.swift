// swift-format-ignore-file

// MARK: Source

@API package enum Users {
    @GET("/a") case a
}

// MARK: Expansion

package enum Users {
    case a
}

extension Users: Talyn.TargetType {
    package var path: Talyn.RequestPath { "/a" }
}
