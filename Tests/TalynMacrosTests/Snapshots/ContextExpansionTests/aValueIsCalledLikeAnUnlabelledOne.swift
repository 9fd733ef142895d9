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
    var path: String {
        switch self {
        case .a(let value0_, _, let b): "/\(pathSegment: value0_)/\(pathSegment: b)"
        }
    }

    var task: Talyn.HTTPTask {
        switch self {
        case .a(_, let value0, _): .query(["value0": value0] as Talyn.RequestFields)
        }
    }
}
