// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Part("image", name: "i", fileName: "me.png", mimeType: "image/png") case add(image: Data)
}

// MARK: Expansion

enum Users {
    case add(image: Data)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .add(let image): .uploadMultipart([Talyn.MultipartFormData(image, name: "i", fileName: "me.png", mimeType: "image/png")])
        }
    }
}
