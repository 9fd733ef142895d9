// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/caf\u{e9}/\"{name}\"/\\") case x(name: String)
}

// MARK: Expansion

enum Users {
    case x(name: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .x(let name): return "/café/\"\(name, name: "name")\"/\\"
        }
    }
}
