// swift-format-ignore-file

// MARK: Source

@API("https://a.example/v1") enum Users {
    @GET("/a") case a
}

// MARK: Expansion

enum Users {
    case a
}

extension Users: Talyn.TargetType {
    var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example/v1")! }

    var path: Talyn.RequestPath { "/a" }
}
