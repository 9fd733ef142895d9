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
    var path: String {
        switch self {
        case .`default`(let `in`, let `self`, _): "/\(pathSegment: `in`)/\(pathSegment: `self`)"
        case .`self`: "/b"
        }
    }

    var task: Talyn.HTTPTask {
        switch self {
        case .`default`(_, _, let `init`): .query(["init": `init`] as Talyn.RequestFields)
        default: .requestPlain
        }
    }
}
