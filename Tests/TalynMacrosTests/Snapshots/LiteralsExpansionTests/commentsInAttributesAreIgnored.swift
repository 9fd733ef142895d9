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
    var path: Talyn.RequestPath {
        switch self {
        case .user(let name, _): return "/users/\(name, name: "name")"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .user(_, let page): return ["p": page]
        }
    }
}
