// swift-format-ignore-file

// MARK: Source

@API("https://a.example") enum Users {
    @GET("/a") case a(id: Int, options: RequestOptions)
    var requestOptions: RequestOptions { switch self { case .a(_, let options): options } }
}

// MARK: Expansion

enum Users {
    case a(id: Int, options: RequestOptions)
    var requestOptions: RequestOptions { switch self { case .a(_, let options): options } }
}

extension Users: Talyn.TargetType {
    var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

    var path: Talyn.RequestPath { "/a" }

    var query: Talyn.RequestParameters {
        switch self {
        case .a(let id, _): return ["id": id]
        }
    }
}
