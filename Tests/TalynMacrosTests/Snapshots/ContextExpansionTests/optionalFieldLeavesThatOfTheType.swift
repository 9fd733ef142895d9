// swift-format-ignore-file

// MARK: Source

@API @Headers(["Accept-Language": "en"]) enum Users {
    @GET("/a") @Header("lang", name: "accept-language") case a(lang: String?)
}

// MARK: Expansion

enum Users {
    case a(lang: String?)
}

extension Users: Talyn.TargetType {
    var path: String { "/a" }

    var headers: [String: String]? {
        switch self {
        case .a(let lang): ["accept-language": lang.map { String(requestValue: $0) } ?? ("en")]
        }
    }
}
