public import Foundation

extension RequestMatcher {
    /// Every request.
    public static let any = RequestMatcher(.any)

    /// The calls of one target.
    ///
    /// Where nobody knows what is called, as behind a server of stubs: requests with the method, the path and the query
    /// of the target's.
    public static func target<Target: TargetType & Equatable>(_ target: Target) -> RequestMatcher {
        RequestMatcher(.target(TargetCondition(target)))
    }

    /// The calls of the targets of a type, or of some of them.
    ///
    /// ```swift
    /// .target(GitHub.self) { if case .user = $0 { true } else { false } }
    /// ```
    public static func target<Target: TargetType>(
        _ type: Target.Type,
        where condition: @escaping @Sendable (Target) -> Bool = { _ in true }
    ) -> RequestMatcher {
        RequestMatcher(.target(TargetCondition(type, label: TargetLabel.name(of: type), where: condition)))
    }

    /// The calls of one case of a type, whatever its values are.
    ///
    /// - Parameters:
    ///   - name: The name of the case, without its values: `"user"`.
    ///   - type: The type of the targets.
    public static func targetCase<Target: TargetType>(_ name: String, of type: Target.Type) -> RequestMatcher {
        RequestMatcher(
            .target(
                TargetCondition(type, label: "\(TargetLabel.name(of: type)).\(name)") { TargetLabel($0).case == name }
            )
        )
    }

    /// Requests with a method and a path; see ``path(_:)``.
    public static func request(_ method: HTTPRequest.Method, _ path: String) -> RequestMatcher {
        RequestMatcher(.all([.method(method), .path(PathTemplate(path))]))
    }

    /// GET requests with a path; see ``path(_:)``.
    public static func get(_ path: String) -> RequestMatcher { request(.get, path) }

    /// POST requests with a path; see ``path(_:)``.
    public static func post(_ path: String) -> RequestMatcher { request(.post, path) }

    /// PUT requests with a path; see ``path(_:)``.
    public static func put(_ path: String) -> RequestMatcher { request(.put, path) }

    /// PATCH requests with a path; see ``path(_:)``.
    public static func patch(_ path: String) -> RequestMatcher { request(.patch, path) }

    /// DELETE requests with a path; see ``path(_:)``.
    public static func delete(_ path: String) -> RequestMatcher { request(.delete, path) }

    /// Requests with a method.
    public static func method(_ method: HTTPRequest.Method) -> RequestMatcher { RequestMatcher(.method(method)) }

    /// Requests with a path, such as `/users/{name}/repos?page=2`.
    ///
    /// It is the whole path of the URL, that of the base URL with it. `{name}` stands for one segment, which
    /// ``ReceivedRequest/parameters`` tells; `*` stands for one, too, and `**` at the end for any number. A query is what
    /// the request has among others. With scheme and host, as in `https://api.github.com/zen`, it must go there.
    public static func path(_ template: String) -> RequestMatcher { RequestMatcher(.path(PathTemplate(template))) }

    /// Requests to a host, whatever their scheme and port are.
    public static func host(_ host: String) -> RequestMatcher { RequestMatcher(.host(host)) }

    /// Requests with a query parameter, of that value if one is given.
    public static func query(_ name: String, _ value: String? = nil) -> RequestMatcher {
        RequestMatcher(.query(name: name, value: value))
    }

    /// Requests with a header field, of that value if one is given.
    public static func header(_ name: HTTPField.Name, _ value: String? = nil) -> RequestMatcher {
        RequestMatcher(.header(name, value: value))
    }

    /// Requests with a field in their form (`application/x-www-form-urlencoded`), of that value if one is given.
    public static func form(_ name: String, _ value: String? = nil) -> RequestMatcher {
        RequestMatcher(.form(name: name, value: value))
    }

    /// Requests whose JSON is equal to that of a value.
    ///
    /// - Parameters:
    ///   - value: What is encoded and compared.
    ///   - keyPath: Where in the JSON it is to be: names of members, and indices of array elements, joined by dots. All of
    ///     it by default.
    ///   - encoder: What encodes the value.
    public static func json(
        _ value: some Encodable,
        atKeyPath keyPath: String? = nil,
        encoder: JSONEncoder = JSONEncoder()
    ) -> RequestMatcher {
        let json = try? JSONNode(json: encoder.encode(value))
        return RequestMatcher(.json(JSONCondition(keyPath: keyPath, value: json)))
    }

    /// Requests with these bytes for a body.
    public static func body(_ data: Data) -> RequestMatcher { RequestMatcher(.body(data)) }

    /// Requests of which something else is true.
    ///
    /// - Parameters:
    ///   - description: What is true of them, for the message of a failure: `"is signed"`.
    ///   - condition: Says whether it is.
    public static func matching(
        _ description: String,
        _ condition: @escaping @Sendable (ReceivedRequest) -> Bool
    ) -> RequestMatcher {
        RequestMatcher(.custom(description, condition))
    }
}
