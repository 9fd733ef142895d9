/// A target that declares the type of its result.
///
/// A call returns the decoded value:
///
/// ```swift
/// struct FindAccount: DecodableTargetType {
///     typealias ResultType = Account
///
///     let name: String
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///     var path: RequestPath { "/users/\(name)" }
/// }
///
/// let accounts = Provider<FindAccount>()
/// let account = try await accounts.request(FindAccount(name: "ada"))
/// ```
///
/// For the response, name its type: `let response: Response = try await accounts.request(…)`. A ``MultiProvider``
/// calls targets of many types.
public protocol DecodableTargetType: TargetType {
    /// The type of the result. ``EmptyResult`` for a response without a value, an optional for one that may be empty.
    associatedtype ResultType: Decodable & Sendable

    /// The place of the result in the JSON, or in the payload of the ``TargetType/envelope``.
    ///
    /// Names of members and indices of array elements, joined by dots. The top level by default.
    var keyPath: String? { get }

    /// Decodes the result from a response that passed the validation. By default, a `String` is the text of the body,
    /// `Data` its bytes, and any other value is decoded from JSON by ``TargetType/coding``.
    ///
    /// Implement it for results in another format.
    ///
    /// - Throws: Any error. An error that isn't a ``TalynError`` reaches the caller inside one, with the reason
    ///   ``TalynError/Reason/decoding``.
    func decode(_ response: Response) throws -> ResultType
}

extension DecodableTargetType {
    public var keyPath: String? { nil }

    public func decode(_ response: Response) throws -> ResultType {
        try response.decode(ResultType.self, for: self, atKeyPath: keyPath)
    }

    /// The result of a call.
    func result(of response: Response) throws(TalynError) -> ResultType {
        do {
            return try decode(response)
        } catch let error as TalynError {
            throw error
        } catch {
            throw TalynError(.decoding, underlyingError: error, response: response)
        }
    }
}
