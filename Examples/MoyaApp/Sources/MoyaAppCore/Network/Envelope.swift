import Foundation
import Moya

/// The object that the shop's server puts around each answer.
public struct Envelope<Content: Decodable>: Decodable {
    public let code: Int
    public let message: String?
    public let data: Content?
}

public struct Empty: Codable, Equatable {
    public init() {}
}

public extension Response {
    func mapModel<T: Decodable>(_ type: T.Type = T.self, atKeyPath keyPath: String? = nil) throws -> T {
        return try map(T.self, atKeyPath: keyPath, using: .app, failsOnEmptyData: false)
    }

    func mapEnvelope<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        let envelope = try map(Envelope<T>.self, using: .app)
        guard envelope.code == 0 else {
            throw APIError.server(code: envelope.code, message: envelope.message ?? "")
        }
        guard let data = envelope.data else { throw MoyaError.jsonMapping(self) }
        return data
    }

    var etag: String? { return response?.allHeaderFields["ETag"] as? String }
}

public extension Result where Success: Moya.Response, Failure == MoyaError {
    func mapModel<T: Decodable>(_ type: T.Type = T.self, atKeyPath keyPath: String? = nil) -> Result<T, APIError> {
        do {
            let response = try get().filterSuccessfulStatusCodes()
            return .success(try response.mapModel(type, atKeyPath: keyPath))
        } catch let error as MoyaError {
            return .failure(error.apiError)
        } catch {
            return .failure(.unknown(error.localizedDescription))
        }
    }
}
