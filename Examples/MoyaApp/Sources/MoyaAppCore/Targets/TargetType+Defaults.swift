import Foundation
import Moya

public extension TargetType {
    var headers: [String: String]? {
        return ["Accept": "application/json", "X-Client": AppConfig.clientName]
    }

    var isIdempotent: Bool {
        return [.get, .head, .put, .delete].contains(method)
    }

    var logName: String {
        return "\(method.rawValue) /\(path)"
    }
}

public extension Task {
    /// The parameters of the task, wherever they end up in the request.
    var parameters: [String: Any] {
        switch self {
        case let .requestParameters(parameters, _), let .downloadParameters(parameters, _, _):
            return parameters
        case .requestCompositeParameters(let bodyParameters, _, let urlParameters):
            return bodyParameters.merging(urlParameters) { body, _ in body }
        case let .requestCompositeData(_, urlParameters), let .uploadCompositeMultipart(_, urlParameters):
            return urlParameters
        case .requestPlain, .requestData, .requestJSONEncodable, .requestCustomJSONEncodable,
            .uploadFile, .uploadMultipart, .downloadDestination:
            return [:]
        }
    }

    var isUpload: Bool {
        switch self {
        case .uploadFile, .uploadMultipart, .uploadCompositeMultipart: return true
        default: return false
        }
    }
}
