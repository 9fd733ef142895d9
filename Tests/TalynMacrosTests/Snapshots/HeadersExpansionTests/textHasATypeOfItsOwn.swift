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
    var path: String {
        switch self {
        case .a: "/a"
        case .b: "/b"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .a(let text): .requestData(Foundation.Data(text.utf8))
        case .b(let text, _): .requestData(Foundation.Data(text.utf8))
        }
    }

    var headers: [String: String]? {
        switch self {
        case .a: ["Content-Type": "text/csv"]
        case .b(_, let type): ["Content-Type": String(requestValue: type)]
        }
    }
}
