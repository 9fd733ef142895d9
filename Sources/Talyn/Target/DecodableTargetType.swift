/// A target that knows the type of its result.
///
/// A call of it gives the value, with nothing to say at the place of the call:
///
/// ```swift
/// struct FindAccount: DecodableTargetType {
///     typealias ResultType = Account
///
///     let name: String
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///     var path: String { "/users/\(pathSegment: name)" }
/// }
///
/// let accounts = Provider<FindAccount>()
/// let account = try await accounts.request(FindAccount(name: "ada"))
/// ```
///
/// Who wants the response itself says so: `let response: Response = try await accounts.request(…)`. A ``MultiProvider``
/// calls targets of many types.
public protocol DecodableTargetType: TargetType {
    /// What a call gives: ``EmptyResult`` where the server has nothing to say, an optional where it may have.
    associatedtype ResultType: Decodable & Sendable

    /// Where in the JSON the result is, or in the payload of the ``TargetType/envelope``: names of members, and indices
    /// of array elements, joined by dots. At the top by default.
    var keyPath: String? { get }

    /// The result that a response holds; by default its JSON, decoded by the target's ``TargetType/decoder``.
    ///
    /// For results that are something else than JSON, or that take more than decoding. Is asked only for a status that
    /// the call succeeds with.
    ///
    /// - Throws: Anything; an error that is no ``TalynError`` becomes a ``TalynError/objectMapping(_:_:)``.
    func decode(_ response: Response) throws -> ResultType
}

extension DecodableTargetType {
    public var keyPath: String? { nil }

    public func decode(_ response: Response) throws -> ResultType {
        try response.value(ResultType.self, for: self, atKeyPath: keyPath, using: decoder)
    }

    /// The result of a call.
    func result(of response: Response) throws(TalynError) -> ResultType {
        try response.checkStatus(for: self)
        do {
            return try decode(response)
        } catch let error as TalynError {
            throw error
        } catch {
            throw .objectMapping(error, response)
        }
    }
}
