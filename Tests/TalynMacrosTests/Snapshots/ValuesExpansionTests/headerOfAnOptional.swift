// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("Prefer") case users(Prefer: String?)
}

// MARK: Expansion

enum Users {
    case users(Prefer: String?)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var headerFields: HTTPTypes.HTTPFields {
        var fields: HTTPTypes.HTTPFields = [:]
        switch self {
        case .users(let Prefer): if let Prefer { fields[HTTPTypes.HTTPField.Name("Prefer")!] = Prefer }
        }
        return fields
    }
}
