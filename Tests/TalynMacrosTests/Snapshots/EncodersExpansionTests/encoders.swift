// swift-format-ignore-file

// MARK: Source

@API @Encoder(Server.encoder) @FormEncoder(Server.formEncoder) enum Users {
    @GET("/a") case a(since: Date)
    @POST("/b") case b(userName: String)
    @POST("/c") @Query("page") @Encoder(Other.encoder) case c(body: User, page: Int)
    @POST("/d") @Form case d(name: String)
    @POST("/e") @KeyMapping(.snakeCase) case e(userName: String)
}

// MARK: Expansion

enum Users {
    case a(since: Date)
    case b(userName: String)
    case c(body: User, page: Int)
    case d(name: String)
    case e(userName: String)
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .a: "/a"
        case .b: "/b"
        case .c: "/c"
        case .d: "/d"
        case .e: "/e"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .b, .c, .d, .e: .post
        default: .get
        }
    }

    var task: Talyn.HTTPTask {
        switch self {
        case .a(let since): .query(["since": since] as Talyn.RequestFields, encoder: Server.formEncoder)
        case .b(let userName): .requestCustomJSONEncodable(["userName": userName] as Talyn.RequestFields, encoder: Server.encoder)
        case .c(let body, let page): .requestCustomJSONEncodable(body, encoder: Other.encoder).adding(query: ["page": page] as Talyn.RequestFields, encoder: Server.formEncoder)
        case .d(let name): .form(["name": name] as Talyn.RequestFields, encoder: Server.formEncoder)
        case .e(let userName): .requestCustomJSONEncodable(["user_name": userName] as Talyn.RequestFields, encoder: Server.encoder)
        }
    }

    var decoder: Foundation.JSONDecoder {
        switch self {
        case .e: Talyn.KeyMapping.snakeCase.decoder
        default: Foundation.JSONDecoder()
        }
    }
}
