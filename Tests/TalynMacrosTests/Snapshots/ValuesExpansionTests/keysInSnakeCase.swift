// swift-format-ignore-file

// MARK: Source

@API @Coding(keys: .snakeCase) enum Users {
    @GET("/a") case query(userName: String, myURLPath: String)
    @POST("/a") @Field("lastName", name: "lastName") case json(userName: String, lastName: String)
    @POST("/a") @Form case form(userName: String)
    @POST("/a") case whole(body: User)
}

// MARK: Expansion

enum Users {
    case query(userName: String, myURLPath: String)
    case json(userName: String, lastName: String)
    case form(userName: String)
    case whole(body: User)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .json, .form, .whole: return .post
        default: return .get
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .query(let userName, let myURLPath): return ["user_name": userName, "my_url_path": myURLPath]
        default: return [:]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .json(let userName, let lastName): return .json(["user_name": userName, "lastName": lastName] as Talyn.RequestParameters)
        case .form(let userName): return .form(["user_name": userName] as Talyn.RequestParameters)
        case .whole(let body):
            #sourceLocation(file: "File.swift", line: 5)
            return .json(body)
            #sourceLocation()
        default: return .none
        }
    }

    var coding: Talyn.CodingOptions { Talyn.CodingOptions { $0.keys = .snakeCase } }
}
