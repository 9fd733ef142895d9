// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") case a
    var envelope: ResponseEnvelope? { ResponseEnvelope() }
}

// MARK: Expansion

enum Users {
    case a
    var envelope: ResponseEnvelope? { ResponseEnvelope() }
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
