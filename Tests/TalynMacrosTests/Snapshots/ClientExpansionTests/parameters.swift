// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users/{id}") func put(
        @Path(name: "id") _ number: Int,
        @Query for name: String,
        @Header(name: "X-Key") key: String?,
        @Field(name: "n") note: String = ""
    ) async throws
}

// MARK: Expansion

struct Users {
    func put(
        @Path(name: "id") _ number: Int,
        @Query for name: String,
        @Header(name: "X-Key") key: String?,
        @Field(name: "n") note: String = ""
    ) async throws {
        _ = try await provider.request(.put(number, for: name, key: key, note: note), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case put(_ number: Int, for: String, key: String?, note: String = "")

        var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

        var path: String {
            switch self {
            case .put(let number, _, _, _): "/users/\(pathSegment: number)"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method { .post }

        var task: Talyn.HTTPTask {
            switch self {
            case .put(_, let name, _, let note): .requestJSONEncodable(["n": note] as Talyn.RequestFields).adding(query: ["name": name] as Talyn.RequestFields)
            }
        }

        var headers: [String: String]? {
            switch self {
            case .put(_, _, let key, _): (["X-Key": key.map { String(requestValue: $0) }] as [String: String?]).compactMapValues { $0 }
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
