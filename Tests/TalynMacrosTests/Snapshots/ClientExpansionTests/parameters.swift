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

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .put(let number, _, _, _): return "/users/\(number, name: "id")"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method { .post }

        var query: Talyn.RequestParameters {
            switch self {
            case .put(_, let name, _, _): return ["name": name]
            }
        }

        var headerFields: HTTPTypes.HTTPFields {
            var fields: HTTPTypes.HTTPFields = [:]
            switch self {
            case .put(_, _, let key, _): if let key { fields[HTTPTypes.HTTPField.Name("X-Key")!] = key }
            }
            return fields
        }

        var body: Talyn.RequestBody {
            switch self {
            case .put(_, _, _, let note): return .json(["n": note] as Talyn.RequestParameters)
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
