import Foundation
import HTTPTypes
import TalynCore
import _TalynSupport

#if Alamofire
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The mirrors of values that can have secrets. Descriptions are Moya's.

extension Response: CustomReflectable {
    /// The response with its secrets masked, as in a log. Of the bodies, it has the lengths.
    public var customMirror: Mirror {
        let redaction = Redaction.default.masking(secretsOf: request)
        return Mirror(
            of: self,
            [
                "statusCode": statusCode,
                "data": data.lengthText,
                "request": request.map { redaction.lines(of: $0) },
                "response": response.map { redaction.lines(of: $0) },
            ]
        )
    }
}

extension Endpoint: CustomReflectable {
    /// The endpoint with its secrets masked, and the name of its task.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "url": Redaction.default.url(url),
                "method": method.rawValue,
                "task": Mirror(reflecting: task).children.first?.label ?? "\(task)",
                "httpHeaderFields": httpHeaderFields.map { Redaction.default.headerFields($0) },
            ]
        )
    }
}

extension MultipartFormData: CustomReflectable {
    /// The names of the part, and the length of its content.
    public var customMirror: Mirror {
        let content =
            switch provider {
            case .data(let data): data.lengthText
            case .file(let url): url.path
            case .stream(_, let length): "(a stream of \(length) bytes)"
            }
        return Mirror(of: self, ["name": name, "fileName": fileName, "mimeType": mimeType, "provider": content])
    }
}

extension MultiTarget.ForTalyn: CustomReflectable {
    /// The type of the target, whose values can be secret.
    public var customMirror: Mirror { Mirror(of: self, ["target": "\(type(of: target))"]) }
}

#if !Alamofire
extension Session.RunningRequest: CustomReflectable {
    /// The request with its secrets masked, as in a log.
    public var customMirror: Mirror {
        Mirror(of: self, ["request": request.map { Redaction.default.lines(of: $0) }])
    }
}

extension Session.FailedRequest: CustomReflectable {
    /// The request and the response with their secrets masked, as in a log.
    public var customMirror: Mirror {
        let redaction = Redaction.default.masking(secretsOf: request)
        return Mirror(
            of: self,
            [
                "request": request.map { redaction.lines(of: $0) },
                "response": response.map { redaction.lines(of: $0) },
                "retryCount": retryCount,
            ]
        )
    }
}

extension Session: CustomReflectable {
    /// The header fields with their secrets masked.
    public var customMirror: Mirror {
        Mirror(of: self, ["headerFields": Redaction.default.headerFields(headerFields)])
    }
}
#endif

extension Redaction {
    /// The redaction that also masks the secrets of a request wherever they stand, such as in a response that repeats them.
    func masking(secretsOf request: URLRequest?) -> Redaction {
        guard let request, let url = request.url else { return self }
        let body = request.httpBody.map { HTTPBody($0) }
        return masking(secretsOf: OutgoingRequest(url: url, headerFields: HTTPFields(of: request), body: body))
    }

    /// The method, the URL and the header fields of a request, each as a line.
    fileprivate func lines(of request: URLRequest) -> [String] {
        let line = [request.httpMethod, request.url.map { url($0.absoluteString) }].compactMap(\.self).joined(
            separator: " "
        )
        return [line] + headerFields(HTTPFields(of: request)).lines
    }

    /// The URL and the header fields of a response, each as a line.
    fileprivate func lines(of response: URLResponse) -> [String] {
        let fields = (response as? HTTPURLResponse)?.allHeaderFields as? [String: String] ?? [:]
        return [response.url.map { url($0.absoluteString) } ?? ""]
            + headerFields(fields).map { "\($0.key): \($0.value)" }.sorted()
    }
}
