import Foundation
import HTTPTypes
import TalynCore
import TalynURLSession
import _TalynSupport

#if Alamofire
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RequestBody {
    /// The body of a task whose parameters are in the request already.
    ///
    /// - Parameter body: The body of the request.
    init(_ task: Task, body: Data?) {
        switch task {
        case .uploadFile(let file):
            self = .file(file)
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
            self = .multipart(parts.map { MultipartPart($0) })
        default:
            self = body.map { .data($0) } ?? .none
        }
    }
}

extension MultipartPart {
    init(_ part: MultipartFormData) {
        let content: Content =
            switch part.provider {
            case .data(let data): .data(data)
            case .file(let url): .file(url)
            case .stream(let stream, let length):
                .stream(StreamedUpload(HTTPBody(stream, length: Int64(clamping: length))))
            }
        // A stream always has a file name.
        let fileName = if case .stream = part.provider { part.fileName ?? "" } else { part.fileName }
        self.init(content: content, name: part.name, fileName: fileName, contentType: part.mimeType)
    }
}

extension StatusValidation {
    init(_ type: ValidationType) {
        self =
            switch type {
            case .none: .any
            case .successCodes: .successCodes
            case .successAndRedirectCodes: .successAndRedirectCodes
            case .customCodes(let codes): codes.isEmpty ? .any : .codes(Set(codes))
            }
    }
}

extension HTTPFields {
    /// The header fields of a request. A field that HTTP doesn't allow is left out.
    init(of request: URLRequest?) {
        self.init(request?.allHTTPHeaderFields ?? [:])
    }
}
