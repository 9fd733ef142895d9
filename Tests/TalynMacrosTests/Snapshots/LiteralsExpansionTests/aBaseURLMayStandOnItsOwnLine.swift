// swift-format-ignore-file

// MARK: Source

@API(
    """
    https://a.example/v1
    """
)
enum Users {
    @GET("/users") case users
}

// MARK: Expansion

enum Users {
    case users
}

extension Users: Talyn.TargetType {
    var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example/v1")! }

    var path: Talyn.RequestPath { "/users" }
}
