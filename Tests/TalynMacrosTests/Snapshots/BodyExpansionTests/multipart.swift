// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Multipart case add(image: Data, name: String)
}

// MARK: Expansion

enum Users {
    case add(image: Data, name: String)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .add(let image, let name): .uploadMultipart([Talyn.MultipartFormData(image, name: "image"), Talyn.MultipartFormData(name, name: "name")])
        }
    }
}
