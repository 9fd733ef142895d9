// swift-format-ignore-file

// MARK: Source

@API @KeyMapping(.snakeCase) enum Users {
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
    var path: String { "/a" }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .json, .form, .whole: .post
        default: .get
        }
    }

    var task: Talyn.HTTPTask {
        switch self {
        case .query(let userName, let myURLPath): .query(["user_name": userName, "my_url_path": myURLPath] as Talyn.RequestFields)
        case .json(let userName, let lastName): .requestCustomJSONEncodable(["user_name": userName, "lastName": lastName] as Talyn.RequestFields, encoder: Talyn.KeyMapping.snakeCase.encoder)
        case .form(let userName): .form(["user_name": userName] as Talyn.RequestFields, encoder: Talyn.URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase))
        case .whole(let body): .requestCustomJSONEncodable(body, encoder: Talyn.KeyMapping.snakeCase.encoder)
        }
    }

    var decoder: Foundation.JSONDecoder { Talyn.KeyMapping.snakeCase.decoder }
}
