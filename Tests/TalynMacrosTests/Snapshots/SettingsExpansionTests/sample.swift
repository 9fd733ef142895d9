// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Sample("[]") case a
    @GET("/b") @Sample(Samples.b) case b
    @GET("/c") case c
}

// MARK: Expansion

enum Users {
    case a
    case b
    case c
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        case .c: return "/c"
        }
    }

    var sampleData: TalynMacros.FoundationTypes.Data {
        switch self {
        case .a: return TalynMacros.FoundationTypes.Data("[]".utf8)
        case .b: return Samples.b
        default: return TalynMacros.FoundationTypes.Data()
        }
    }
}
