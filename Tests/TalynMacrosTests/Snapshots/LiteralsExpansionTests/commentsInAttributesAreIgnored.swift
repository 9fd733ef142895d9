// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET(/* Where? */ "/users/{name}" /* There. */)  // Reads.
    @Query("page" /* The page. */, name: "p")
    case user(name: String, /* From 1. */ page: Int)
}

// MARK: Expansion

enum Users {
    // Reads.
    case user(name: String, /* From 1. */ page: Int)
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .user(let name, _): "/users/\(pathSegment: name)"
        }
    }

    var task: Talyn.HTTPTask {
        switch self {
        case .user(_, let page): .query(["p": page] as Talyn.RequestFields)
        }
    }
}
