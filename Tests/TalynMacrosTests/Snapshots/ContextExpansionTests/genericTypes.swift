// swift-format-ignore-file

// MARK: Source

@API enum Users<Value: Encodable & Sendable> {
    @POST("/a") case add(body: Value)
}

// MARK: Expansion

enum Users<Value: Encodable & Sendable> {
    case add(body: Value)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let body):
            #sourceLocation(file: "File.swift", line: 2)
            return .json(body)
            #sourceLocation()
        }
    }
}
