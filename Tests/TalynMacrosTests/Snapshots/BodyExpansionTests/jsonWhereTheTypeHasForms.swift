// swift-format-ignore-file

// MARK: Source

@API @Form enum Users {
    @POST("/a") case a(name: String)
    @POST("/b") @JSON case b(name: String)
}

// MARK: Expansion

enum Users {
    case a(name: String)
    case b(name: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .a(let name): return .form(["name": name] as Talyn.RequestParameters)
        case .b(let name): return .json(["name": name] as Talyn.RequestParameters)
        }
    }
}
