// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/a") @Headers(["Content-Type": "text/csv"]) @Body("text") case a(text: String)
    @POST("/b") @Header("type", name: "Content-Type") @Body("text") case b(text: String, type: String)
}

// MARK: Expansion

enum Users {
    case a(text: String)
    case b(text: String, type: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: "/a"
        case .b: "/b"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .a: [.contentType: "text/csv"]
        case .b(_, let type): [.contentType: type]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .a(let text): .data(TalynMacros.FoundationTypes.Data(text.utf8))
        case .b(let text, _): .data(TalynMacros.FoundationTypes.Data(text.utf8))
        }
    }
}
