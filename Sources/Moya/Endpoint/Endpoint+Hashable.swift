import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Endpoint: Equatable, Hashable {
    public static func == (lhs: Endpoint, rhs: Endpoint) -> Bool {
        lhs === rhs || EndpointIdentity(lhs) == EndpointIdentity(rhs)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(EndpointIdentity(self))
    }
}

/// All that makes the request of an endpoint, in a form that can be compared.
struct EndpointIdentity: Hashable, @unchecked Sendable {  // Unchecked for parsed JSON, which nothing changes.
    private let request: URLRequest?
    /// On Linux two requests are equal whatever their bodies are.
    private let body: Data?
    private let json: NSObjectValue?
    private let url: String
    private let file: URL?
    private let parts: [MultipartFormData]?

    init(_ endpoint: Endpoint) {
        let request = try? endpoint.urlRequest()
        url = request == nil ? endpoint.url : ""
        // An encoder may write the keys of an object in another order each time.
        if case .requestCustomJSONEncodable = endpoint.task, let body = request?.httpBody,
            let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) as? NSObject
        {
            json = NSObjectValue(value: value)
            self.body = nil
            var request = request
            request?.httpBody = nil
            self.request = request
        } else {
            json = nil
            body = request?.httpBody
            self.request = request
        }
        switch endpoint.task {
        case .uploadFile(let file): (self.file, parts) = (file, nil)
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _): (file, self.parts) = (nil, parts)
        default: (file, parts) = (nil, nil)
        }
    }
}

/// Parsed JSON.
private struct NSObjectValue: Hashable {
    let value: NSObject
}
