// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Body("user") case add(user: User)
}

// MARK: Expansion

enum Users {
    case add(user: User)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let user):
            #sourceLocation(file: "File.swift", line: 2)
            return .json(user)
            #sourceLocation()
        }
    }
}
