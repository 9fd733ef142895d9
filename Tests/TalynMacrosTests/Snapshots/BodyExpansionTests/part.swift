// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Part("image", name: "i", fileName: "me.png", contentType: "image/png") case add(image: Data)
}

// MARK: Expansion

enum Users {
    case add(image: Data)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let image): return .multipart([Talyn.MultipartPart(image, name: "i", fileName: "me.png", contentType: "image/png")])
        }
    }
}
