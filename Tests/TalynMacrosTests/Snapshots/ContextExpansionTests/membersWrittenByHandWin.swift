// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a/{x}") case a(Int, filter: (Int) -> Bool)
    case b
    var path: String { "/a" }
    var task: HTTPTask { .requestPlain }
}

// MARK: Expansion

enum Users {
    case a(Int, filter: (Int) -> Bool)
    case b
    var path: String { "/a" }
    var task: HTTPTask { .requestPlain }
}

extension Users: Talyn.TargetType {

}
