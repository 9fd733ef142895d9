// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @TalynMacros.GET("/users") case users(page: Int)
}

// MARK: Expansion

enum Users {
    @TalynMacros.GET("/users") case users(page: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var query: Talyn.RequestParameters {
        switch self {
        case .users(let page): return ["page": page]
        }
    }
}
