// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("") case root
}

// MARK: Expansion

enum Users {
    case root
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "" }
}
