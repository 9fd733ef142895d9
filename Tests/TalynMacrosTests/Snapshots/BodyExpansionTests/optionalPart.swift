// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Multipart case add(image: Data, thumb: Data?)
}

// MARK: Expansion

enum Users {
    case add(image: Data, thumb: Data?)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let image, let thumb): return .multipart([Talyn.MultipartPart(image, name: "image")] + (thumb.map { [Talyn.MultipartPart($0, name: "thumb")] } ?? []))
        }
    }
}
