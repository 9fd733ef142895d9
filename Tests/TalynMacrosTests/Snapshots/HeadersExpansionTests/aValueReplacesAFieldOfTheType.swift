// swift-format-ignore-file

// MARK: Source

@API @Headers(["Accept": "a", "X": "1"]) enum Users {
    @GET("/a") @Header("accept") case a(accept: String)
}

// MARK: Expansion

enum Users {
    case a(accept: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .a(let accept): return [HTTPTypes.HTTPField.Name("X")!: "1", .accept: accept]
        }
    }
}
