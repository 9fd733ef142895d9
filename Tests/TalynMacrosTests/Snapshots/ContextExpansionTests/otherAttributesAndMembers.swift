// swift-format-ignore-file

// MARK: Source

@API enum Users {
    /// A.
    @GET("/a") @MainActor case a
    static let limit = 5
    func describe() -> String { "" }
    enum Kind {
        case b
    }
}

// MARK: Expansion

enum Users {
    /// A.
    @MainActor case a
    static let limit = 5
    func describe() -> String { "" }
    enum Kind {
        case b
    }
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
