// swift-format-ignore-file

// MARK: Source

@API @FailureType(Problem.self) enum Users {
    @GET("/a") @FailureType(Refusal.self) case a
    @GET("/b") case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .a: "/a"
        case .b: "/b"
        }
    }

    var failureType: (any Talyn.DecodableFailure.Type)? {
        switch self {
        case .a: Refusal.self
        case .b: Problem.self
        }
    }
}
