import Foundation
import Talyn

#if Alamofire
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPTask {
    /// The transfer of a task whose parameters are in the request already.
    ///
    /// - Parameter body: The body of the request.
    init(_ task: Task, body: Data?) {
        switch task {
        case .uploadFile(let file):
            self = .uploadFile(file)
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
            self = .uploadMultipart(parts.map { Talyn.MultipartFormData($0) })
        case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
            let place: Talyn.DownloadDestination = { file, response in
                let (url, options) = destination(file, response)
                return (url, Talyn.DownloadOptions(rawValue: Int(options.rawValue)))
            }
            guard let body else {
                self = .downloadDestination(place)
                return
            }
            self = .downloadParameters(parameters: [:], encoding: BodyEncoding(body: body), destination: place)
        default:
            self = body.map { .requestData($0) } ?? .requestPlain
        }
    }
}

/// Sets a body that has been encoded before.
private struct BodyEncoding: Talyn.ParameterEncoding {
    let body: Data

    func encode(_ urlRequest: any Talyn.URLRequestConvertible, with parameters: Talyn.Parameters?) throws -> URLRequest
    {
        var request = try urlRequest.asURLRequest()
        request.httpBody = body
        return request
    }
}

extension Talyn.MultipartFormData {
    init(_ part: MultipartFormData) {
        let provider: FormDataProvider =
            switch part.provider {
            case .data(let data): .data(data)
            case .file(let url): .file(url)
            case .stream(let stream, let length): .stream(stream, length)
            }
        self.init(provider: provider, name: part.name, fileName: part.fileName, mimeType: part.mimeType)
    }
}

extension Talyn.ValidationType {
    init(_ type: ValidationType) {
        self =
            switch type {
            case .none: .none
            case .successCodes: .successCodes
            case .successAndRedirectCodes: .successAndRedirectCodes
            case .customCodes(let codes): .customCodes(codes)
            }
    }
}
