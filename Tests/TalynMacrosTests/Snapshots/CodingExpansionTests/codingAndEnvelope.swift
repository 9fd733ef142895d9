// swift-format-ignore-file

// MARK: Source

@API @Coding(Server.coding) @Envelope(ResponseEnvelope()) enum Users {
    @GET("/a") case a
    @GET("/b") @Coding(Other.coding) @Envelope(nil) case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var coding: Talyn.CodingOptions {
        switch self {
        case .a: return Server.coding
        case .b: return Other.coding
        }
    }

    var envelope: Talyn.ResponseEnvelope? {
        switch self {
        case .a: return ResponseEnvelope()
        default: return nil
        }
    }
}
