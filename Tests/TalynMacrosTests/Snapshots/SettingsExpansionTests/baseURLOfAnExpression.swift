// swift-format-ignore-file

// MARK: Source

@API(Server.current.url) enum Users {
    @GET("/a") case a
}

// MARK: Expansion

enum Users {
    case a
}

extension Users: Talyn.TargetType {
    var baseURL: TalynMacros.FoundationTypes.URL { Server.current.url }

    var path: Talyn.RequestPath { "/a" }
}
