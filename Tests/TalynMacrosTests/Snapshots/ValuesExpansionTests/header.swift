// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("etag", name: "If-None-Match") case users(etag: String)
}

// MARK: Expansion

enum Users {
    case users(etag: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .users(let etag): return [.ifNoneMatch: etag]
        }
    }
}
