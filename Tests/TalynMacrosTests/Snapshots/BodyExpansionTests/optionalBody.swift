// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(body: User?)
}

// MARK: Expansion

enum Users {
    case add(body: User?)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let body):
            #sourceLocation(file: "File.swift", line: 2)
            return body.map { Talyn.RequestBody.json($0) } ?? Talyn.RequestBody.none
            #sourceLocation()
        }
    }
}
