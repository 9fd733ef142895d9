#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Foundation
public import Moya
#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

extension AnyPublisher where Output == Response, Failure == MoyaError {
    /// The response if its status code is in a range, and otherwise ``MoyaError/statusCode(_:)``.
    public func filter<R: RangeExpression>(statusCodes: R) -> AnyPublisher<Response, MoyaError> where R.Bound == Int {
        mapping { try $0.filter(statusCodes: statusCodes) }
    }

    /// The response if it has a status code, and otherwise ``MoyaError/statusCode(_:)``.
    public func filter(statusCode: Int) -> AnyPublisher<Response, MoyaError> {
        mapping { try $0.filter(statusCode: statusCode) }
    }

    /// The response if its status code is in 200 to 299, and otherwise ``MoyaError/statusCode(_:)``.
    public func filterSuccessfulStatusCodes() -> AnyPublisher<Response, MoyaError> {
        mapping { try $0.filterSuccessfulStatusCodes() }
    }

    /// The response if its status code is in 200 to 399, and otherwise ``MoyaError/statusCode(_:)``.
    public func filterSuccessfulStatusAndRedirectCodes() -> AnyPublisher<Response, MoyaError> {
        mapping { try $0.filterSuccessfulStatusAndRedirectCodes() }
    }

    /// The JSON of the body, or ``MoyaError/jsonMapping(_:)``.
    ///
    /// - Parameter failsOnEmptyData: Whether an empty body is an error. Otherwise it is `NSNull`.
    public func mapJSON(failsOnEmptyData: Bool = true) -> AnyPublisher<Any, MoyaError> {
        mapping { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
    }

    /// The text of the body, or ``MoyaError/stringMapping(_:)``.
    ///
    /// - Parameter keyPath: The keys to a text in the JSON of the body, separated by dots.
    public func mapString(atKeyPath keyPath: String? = nil) -> AnyPublisher<String, MoyaError> {
        mapping { try $0.mapString(atKeyPath: keyPath) }
    }

    /// The body, decoded from JSON, or ``MoyaError/objectMapping(_:_:)`` or ``MoyaError/jsonMapping(_:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - keyPath: The keys to the value in the JSON of the body, separated by dots.
    ///   - decoder: The decoder.
    ///   - failsOnEmptyData: Whether an empty body, or a missing key, is an error.
    public func map<D: Decodable>(
        _ type: D.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) -> AnyPublisher<D, MoyaError> {
        mapping { try $0.map(type, atKeyPath: keyPath, using: decoder, failsOnEmptyData: failsOnEmptyData) }
    }

    #if canImport(UIKit) || canImport(AppKit)
    /// The image in the body, or ``MoyaError/imageMapping(_:)``.
    public func mapImage() -> AnyPublisher<Image, MoyaError> {
        mapping { try $0.mapImage() }
    }
    #endif

    private func mapping<Mapped>(
        _ transform: @escaping (Response) throws -> Mapped
    ) -> AnyPublisher<Mapped, MoyaError> {
        tryMap(transform).mapError { MoyaError(mapping: $0) }.eraseToAnyPublisher()
    }
}

extension AnyPublisher where Output == ProgressResponse, Failure == MoyaError {
    /// The response, once the call is complete.
    public func filterCompleted() -> AnyPublisher<Response, MoyaError> {
        compactMap { $0.response }.eraseToAnyPublisher()
    }

    /// The completed fraction, from 0 to 1, while the call is under way.
    public func filterProgress() -> AnyPublisher<Double, MoyaError> {
        filter { !$0.completed }.map { $0.progress }.eraseToAnyPublisher()
    }
}
#endif
