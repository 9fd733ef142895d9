#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Talyn

extension AnyPublisher where Output == Response, Failure == TalynError {
    /// The response if its status is in the range, and otherwise `TalynError.statusCode`.
    public func filter<R: RangeExpression>(statusCodes: R) -> AnyPublisher<Response, TalynError> where R.Bound == Int {
        mapping { try $0.filter(statusCodes: statusCodes) }
    }

    /// The response if it has this status, and otherwise `TalynError.statusCode`.
    public func filter(statusCode: Int) -> AnyPublisher<Response, TalynError> {
        mapping { try $0.filter(statusCode: statusCode) }
    }

    /// The response if its status is in 200 to 299, and otherwise `TalynError.statusCode`.
    public func filterSuccessfulStatusCodes() -> AnyPublisher<Response, TalynError> {
        mapping { try $0.filterSuccessfulStatusCodes() }
    }

    /// The response if its status is in 200 to 399, and otherwise `TalynError.statusCode`.
    public func filterSuccessfulStatusAndRedirectCodes() -> AnyPublisher<Response, TalynError> {
        mapping { try $0.filterSuccessfulStatusAndRedirectCodes() }
    }

    /// The body as JSON, or `TalynError.jsonMapping`.
    ///
    /// - Parameter failsOnEmptyData: Whether an empty body is an error; otherwise it is `NSNull`.
    public func mapJSON(failsOnEmptyData: Bool = true) -> AnyPublisher<Any, TalynError> {
        mapping { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
    }

    /// The body as text, or the string at a key path of its JSON, or `TalynError.stringMapping`.
    public func mapString(atKeyPath keyPath: String? = nil) -> AnyPublisher<String, TalynError> {
        mapping { try $0.mapString(atKeyPath: keyPath) }
    }

    /// The body decoded to a type, or `TalynError.objectMapping` or `TalynError.jsonMapping`.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is; `nil` stands for all of it.
    ///   - decoder: What decodes it.
    ///   - failsOnEmptyData: Whether an empty body, or nothing at the key path, is an error.
    public func map<D: Decodable>(
        _ type: D.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) -> AnyPublisher<D, TalynError> {
        mapping {
            try $0.map(type, atKeyPath: keyPath, using: decoder, failsOnEmptyData: failsOnEmptyData)
        }
    }

    func mapping<Mapped>(
        _ transform: @escaping (Response) throws -> Mapped
    ) -> AnyPublisher<Mapped, TalynError> {
        tryMap(transform).mapError { TalynError(wrapping: $0) }.eraseToAnyPublisher()
    }
}
#endif
