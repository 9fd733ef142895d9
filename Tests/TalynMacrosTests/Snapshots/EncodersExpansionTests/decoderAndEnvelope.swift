// swift-format-ignore-file

// MARK: Source

@API @Decoder(Server.decoder) @Envelope(ResponseEnvelope()) enum Users {
    @GET("/a") case a
    @GET("/b") @Decoder(JSONDecoder()) @Envelope(nil) case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .a: "/a"
        case .b: "/b"
        }
    }

    var decoder: Foundation.JSONDecoder {
        switch self {
        case .a: Server.decoder
        case .b: JSONDecoder()
        }
    }

    var envelope: Talyn.ResponseEnvelope? {
        switch self {
        case .a: ResponseEnvelope()
        default: nil
        }
    }
}
