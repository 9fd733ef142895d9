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
        case .text: [.contentType: "text/plain; charset=utf-8"]
        default: [:]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .data(let body): .data(body)
        case .file(let file): .file(file)
        case .stream(let body): .stream(body)
        case .text(let text): .data(TalynMacros.FoundationTypes.Data(text.utf8))
        }
    }
}
