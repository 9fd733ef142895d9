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
    var path: String { "/a" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .data(let body): .requestData(body)
        case .file(let file): .uploadFile(file)
        case .stream(let body): .upload(body)
        case .text(let text): .requestData(Foundation.Data(text.utf8))
        }
    }

    var headers: [String: String]? {
        switch self {
        case .text: ["Content-Type": "text/plain; charset=utf-8"]
        default: nil
        }
    }
}
