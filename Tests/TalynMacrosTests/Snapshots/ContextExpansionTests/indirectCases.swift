// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a/{b}") indirect case a(b: Int)
}

// MARK: Expansion

enum Users {
    indirect case a(b: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a(let b): return "/a/\(b, name: "b")"
        }
    }
}
