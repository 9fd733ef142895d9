// swift-format-ignore-file

// MARK: Source

@API("https://a.example") enum Users {}

// MARK: Expansion

enum Users {}

extension Users: Talyn.TargetType {
    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

    var path: Talyn.RequestPath {
        switch self {
        }
    }
}
