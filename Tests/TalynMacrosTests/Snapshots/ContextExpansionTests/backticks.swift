// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/{in}") case a(`in`: Int)
}

// MARK: Expansion

enum Users {
    case a(`in`: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a(let `in`): return "/\(`in`, name: "in")"
        }
    }
}
