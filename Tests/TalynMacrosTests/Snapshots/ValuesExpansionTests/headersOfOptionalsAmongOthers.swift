// swift-format-ignore-file

// MARK: Source

@API @Headers(["Accept": "a", "X-Key": "1"]) enum Users {
    @GET("/a") @Header("accept", "fields") case a(accept: String?, fields: Int?)
    @POST("/b") @Body("text") case b(text: String?)
    @GET("/c") @Header("age") case c(age: Int)
    #if DEBUG
    @GET("/d") @Header("accept") case d(accept: String?)
    #endif
}

// MARK: Expansion

enum Users {
    case a(accept: String?, fields: Int?)
    case b(text: String?)
    case c(age: Int)
    #if DEBUG
    case d(accept: String?)
    #endif
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        #if DEBUG
        case .d: return "/d"
        #endif
        case .a: return "/a"
        case .b: return "/b"
        case .c: return "/c"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .b: return .post
        default: return .get
        }
    }

    var headerFields: HTTPTypes.HTTPFields {
        var fields_: HTTPTypes.HTTPFields = [:]
        switch self {
        #if DEBUG
        case .d(let accept):
            fields_ = [.accept: "a", HTTPTypes.HTTPField.Name("X-Key")!: "1"]
            if let accept { fields_[.accept] = accept }
        #endif
        case .a(let accept, let fields):
            fields_ = [.accept: "a", HTTPTypes.HTTPField.Name("X-Key")!: "1"]
            if let accept { fields_[.accept] = accept }
            if let fields { fields_[HTTPTypes.HTTPField.Name("fields")!] = String(requestValue: fields) }
        case .b(let text):
            fields_ = [.accept: "a", HTTPTypes.HTTPField.Name("X-Key")!: "1"]
            if text != nil { fields_[.contentType] = "text/plain; charset=utf-8" }
        case .c(let age): fields_ = [.accept: "a", HTTPTypes.HTTPField.Name("X-Key")!: "1", HTTPTypes.HTTPField.Name("age")!: String(requestValue: age)]
        }
        return fields_
    }

    var body: Talyn.RequestBody {
        switch self {
        case .b(let text): return text.map { Talyn.RequestBody.data(TalynMacros.FoundationTypes.Data($0.utf8)) } ?? Talyn.RequestBody.none
        default: return .none
        }
    }
}
