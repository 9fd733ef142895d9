import Foundation
import Moya

/// A target of the app's own servers.
public protocol APITarget: TargetType, AccessTokenAuthorizable {
    var apiVersion: String { get }
    var isSigned: Bool { get }
    var showsLoading: Bool { get }
    var errorMessage: String? { get }
}

public extension APITarget {
    var baseURL: URL { return URL(string: "https://\(AppConfig.host)/\(apiVersion)")! }
    var apiVersion: String { return "v1" }
    var validationType: ValidationType { return .successCodes }
    var authorizationType: AuthorizationType? { return .bearer }
    var isSigned: Bool { return false }
    var showsLoading: Bool { return true }
    var errorMessage: String? { return nil }
}

/// A target that names the type of its answer.
public protocol DecodableTargetType: TargetType {
    associatedtype ResultType: Decodable

    var keyPath: String? { get }
    var decoder: JSONDecoder { get }
}

public extension DecodableTargetType {
    var keyPath: String? { return nil }
    var decoder: JSONDecoder { return .app }
}

public extension JSONDecoder {
    static let app: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}

public extension JSONEncoder {
    static let app: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()
}

public extension Encodable {
    var dictionary: [String: Any] {
        guard let data = try? JSONEncoder.app.encode(self) else { return [:] }
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }
}
