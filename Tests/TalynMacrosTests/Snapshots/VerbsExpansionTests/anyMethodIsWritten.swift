// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @HTTP("REPORT", "/a") case a
    @HTTP("TRACE", "/a") case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .a: return HTTPTypes.HTTPRequest.Method("REPORT")!
        case .b: return .trace
        }
    }
}
