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
        case .a: "/a"
        case .b: "/b"
        case .c: "/c"
        }
    }

    var sampleData: TalynMacros.FoundationTypes.Data {
        switch self {
        case .a: TalynMacros.FoundationTypes.Data("[]".utf8)
        case .b: Samples.b
        default: TalynMacros.FoundationTypes.Data()
        }
    }
}
