// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page", name: "p") case users(page: Int)
}

// MARK: Expansion

enum Users {
    case users(page: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var query: Talyn.RequestParameters {
        switch self {
        case .users(let page): return ["p": page]
        }
    }
}
