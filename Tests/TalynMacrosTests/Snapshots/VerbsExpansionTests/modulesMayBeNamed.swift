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
    var path: String { "/users" }

    var task: Talyn.HTTPTask {
        switch self {
        case .users(let page): .query(["page": page] as Talyn.RequestFields)
        }
    }
}
