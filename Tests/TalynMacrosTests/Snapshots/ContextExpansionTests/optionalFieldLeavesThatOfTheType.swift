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
    var path: Talyn.RequestPath { "/a" }

    var headerFields: HTTPTypes.HTTPFields {
        var fields: HTTPTypes.HTTPFields = [:]
        switch self {
        case .a(let lang):
            fields = [.acceptLanguage: "en"]
            if let lang { fields[.acceptLanguage] = lang }
        }
        return fields
    }
}
