// swift-format-ignore-file

// MARK: Source

@API("https://a.example") enum Users {}

// MARK: Expansion

enum Users {}

extension Users: Talyn.TargetType {
    var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

    var path: Talyn.RequestPath {
        switch self {
        }
    }
}
