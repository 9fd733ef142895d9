// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/{a}/{b}") case a(Int, value0: Int, b: Int)
}

// MARK: Expansion

enum Users {
    case a(Int, value0: Int, b: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a(let value0_, _, let b): return "/\(value0_, name: "a")/\(b, name: "b")"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .a(_, let value0, _): return ["value0": value0]
        }
    }
}
