// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("?action=list") case users(page: Int)
}

// MARK: Expansion

enum Users {
    case users(page: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var query: Talyn.RequestParameters { ["action": "list"] }

    var body: Talyn.RequestBody {
        switch self {
        case .users(let page): return .json(["page": page] as Talyn.RequestParameters)
        }
    }
}
