// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Multipart case add(one: MultipartFormData, many: [MultipartFormData])
}

// MARK: Expansion

enum Users {
    case add(one: MultipartFormData, many: [MultipartFormData])
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .add(let one, let many): .uploadMultipart([one] + (many))
        }
    }
}
