// swift-format-ignore-file

// MARK: Source

@API @Options(timeout: .seconds(9)) enum Users {
    @GET("/a") @Options(timeout: .seconds(5), idempotency: .idempotent) case a
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

    var requestOptions: Talyn.RequestOptions {
        switch self {
        case .a: return Talyn.RequestOptions { $0.timeout = .seconds(5); $0.idempotency = .idempotent }
        case .b: return Talyn.RequestOptions { $0.timeout = .seconds(9) }
        }
    }
}
