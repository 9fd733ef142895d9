// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/{in}/{self}") case `default`(in: String, self: Int, init: Bool)
    @GET("/b") case `self`
}

// MARK: Expansion

enum Users {
    case `default`(in: String, self: Int, init: Bool)
    case `self`
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .`default`(let `in`, let `self`, _): return "/\(`in`, name: "in")/\(`self`, name: "self")"
        case .`self`: return "/b"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .`default`(_, _, let `init`): return ["init": `init`]
        default: return [:]
        }
    }
}
