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
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .a: return [.contentType: "text/csv"]
        case .b(_, let type): return [.contentType: type]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .a(let text): return .data(TalynMacros.FoundationTypes.Data(text.utf8))
        case .b(let text, _): return .data(TalynMacros.FoundationTypes.Data(text.utf8))
        }
    }
}
