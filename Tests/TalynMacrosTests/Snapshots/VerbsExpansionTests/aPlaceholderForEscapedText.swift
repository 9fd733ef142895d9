// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/files/{+path}/raw") case file(path: String)
    @GET("/{+path}") case files(path: Substring, page: Int)
}

// MARK: Expansion

enum Users {
    case file(path: String)
    case files(path: Substring, page: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .file(let path): return "/files/\(percentEncoded: path, name: "path")/raw"
        case .files(let path, _): return "/\(percentEncoded: String(requestValue: path), name: "path")"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .files(_, let page): return ["page": page]
        default: return [:]
        }
    }
}
