// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users")
    @Sample(
        """
        {
            "name": "ada"
        }
        """
    )
    case user
}

// MARK: Expansion

enum Users {
    case user
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var sampleData: TalynMacros.FoundationTypes.Data {
        TalynMacros.FoundationTypes.Data("""
            {
                "name": "ada"
            }
            """.utf8)
    }
}
