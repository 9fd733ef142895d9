// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Multipart case add(one: MultipartPart, many: [MultipartPart])
}

// MARK: Expansion

enum Users {
    case add(one: MultipartPart, many: [MultipartPart])
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let one, let many): return .multipart([one] + (many))
        }
    }
}
