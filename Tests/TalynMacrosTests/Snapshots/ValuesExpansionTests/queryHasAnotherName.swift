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
    var path: String { "/users" }

    var task: Talyn.HTTPTask {
        switch self {
        case .users(let page): .query(["p": page] as Talyn.RequestFields)
        }
    }
}
