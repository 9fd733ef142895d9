// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET(#"/a\b/"{name}""#) case x(name: String)
}

// MARK: Expansion

enum Users {
    case x(name: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .x(let name): return "/a\\b/\"\(name, name: "name")\""
        }
    }
}
