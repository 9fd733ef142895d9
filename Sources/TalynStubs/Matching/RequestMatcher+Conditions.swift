public import _TalynFoundation
import _TalynSupport

extension RequestMatcher {
    /// Every request.
    public static let any = RequestMatcher(.any)

    /// The calls of one target.
    ///
    /// A stub server doesn't know targets. It matches requests with the method, the path and the query of the target.
    public static func target<Target: TargetType & Equatable>(_ target: Target) -> RequestMatcher {
        RequestMatcher(.target(TargetCondition(target)))
    }

    /// The calls of all targets of a type, or of some of them.
    ///
    /// ```swift
    /// .target(GitHub.self) { if case .user = $0 { true } else { false } }
    /// ```
    public static func target<Target: TargetType>(
        _ type: Target.Type,
        where condition: @escaping @Sendable (Target) -> Bool = { _ in true }
    ) -> RequestMatcher {
        RequestMatcher(.target(TargetCondition(type, label: TypeName.short(of: type), where: condition)))
    }

    /// The calls of one case of a type, with any values.
    ///
    /// - Parameters:
    ///   - name: The name of the case, without its values: `"user"`.
    ///   - type: The type of the targets.
    public static func targetCase<Target: TargetType>(_ name: String, of type: Target.Type) -> RequestMatcher {
        RequestMatcher(
            .target(
                TargetCondition(type, label: "\(TypeName.short(of: type)).\(name)") { TypeName.ofCase($0) == name }
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
    /// The path is the whole path of the URL, with that of the base URL. `{name}` matches one segment, which
    /// ``ReceivedRequest/pathParameters`` has. `*` matches one segment, too, and `**` at the end any number. The request's
    /// query must have the parameters of the template's query. With a scheme and a host, as in `https://api.github.com/zen`,
    /// the request must have that origin.
    public static func path(_ template: String) -> RequestMatcher { RequestMatcher(.path(PathTemplate(template))) }

    /// Requests to a host, with any scheme and port.
    public static func host(_ host: String) -> RequestMatcher { RequestMatcher(.host(host)) }

    /// Requests with a query parameter, with this value if there is one.
    public static func query(_ name: String, _ value: String? = nil) -> RequestMatcher {
        RequestMatcher(.query(name: name, value: value))
    }

    /// Requests with a header field, with this value if there is one.
    public static func header(_ name: HTTPField.Name, _ value: String? = nil) -> RequestMatcher {
        RequestMatcher(.header(name, value: value))
    }

    /// Requests with a form field (`application/x-www-form-urlencoded`), with this value if there is one.
    public static func form(_ name: String, _ value: String? = nil) -> RequestMatcher {
        RequestMatcher(.form(name: name, value: value))
    }

    /// Requests whose JSON equals the JSON of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - keyPath: The place of the value in the JSON: names of members and indices of array elements, joined by dots. The
    ///     top level by default.
    ///   - encoder: The encoder of the value.
    public static func json(
        _ value: some Encodable,
        atKeyPath keyPath: String? = nil,
        encoder: JSONEncoder = CodingOptions().jsonEncoder
    ) -> RequestMatcher {
        let json = try? JSONNode(json: encoder.encode(value))
        return RequestMatcher(.json(JSONCondition(keyPath: keyPath, value: json)))
    }

    /// Requests with this body.
    public static func body(_ data: Data) -> RequestMatcher { RequestMatcher(.body(data)) }

    /// Requests for which a closure returns true.
    ///
    /// - Parameters:
    ///   - description: The condition in words, for messages: `"is signed"`.
    ///   - condition: Tests a request.
    public static func matching(
        _ description: String,
        _ condition: @escaping @Sendable (ReceivedRequest) -> Bool
    ) -> RequestMatcher {
        RequestMatcher(.custom(description, condition))
    }
}
