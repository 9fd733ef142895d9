// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/a") case data(body: Data)
    @POST("/a") @Body("file") case file(file: URL)
    @POST("/a") case stream(body: HTTPBody)
    @POST("/a") @Body("text") case text(text: String)
}

// MARK: Expansion

enum Users {
    case data(body: Data)
    case file(file: URL)
    case stream(body: HTTPBody)
    case text(text: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .text: return [.contentType: "text/plain; charset=utf-8"]
        default: return [:]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .data(let body): return .data(body)
        case .file(let file): return .file(file)
        case .stream(let body): return .stream(body)
        case .text(let text): return .data(TalynMacros.FoundationTypes.Data(text.utf8))
        }
    }
}
