// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/größen/{größe}/✓") case size(größe: Int)
}

// MARK: Expansion

enum Users {
    case size(größe: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .size(let größe): return "/größen/\(größe, name: "größe")/✓"
        }
    }
}
