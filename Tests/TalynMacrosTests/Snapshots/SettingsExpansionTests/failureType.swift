// swift-format-ignore-file

// MARK: Source

@API @FailureBodyType(Problem.self) enum Users {
    @GET("/a") @FailureBodyType(Refusal.self) case a
    @GET("/b") case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var failureBodyType: (any (Swift.Decodable & Swift.Sendable).Type)? {
        switch self {
        case .a: return Refusal.self
        case .b: return Problem.self
        }
    }
}
