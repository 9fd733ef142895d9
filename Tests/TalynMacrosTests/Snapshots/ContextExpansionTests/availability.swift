// swift-format-ignore-file

// MARK: Source

@API @available(macOS 99, *)
enum Users {
    @GET("/a") case a
}

// MARK: Expansion

@available(macOS 99, *)
enum Users {
    case a
}

@available(macOS 99, *)
extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
