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
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let image, let name): return .multipart([Talyn.MultipartPart(image, name: "image"), Talyn.MultipartPart(name, name: "name")])
        }
    }
}
