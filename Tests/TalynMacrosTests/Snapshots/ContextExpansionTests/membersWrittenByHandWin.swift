// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a/{x}") case a(Int, filter: (Int) -> Bool)
    case b
    var path: RequestPath { "/a" }
    var query: RequestParameters { [:] }
}

// MARK: Expansion

enum Users {
    case a(Int, filter: (Int) -> Bool)
    case b
    var path: RequestPath { "/a" }
    var query: RequestParameters { [:] }
}

extension Users: Talyn.TargetType {

}
