import Foundation
import _TalynSupport

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
struct EndpointIdentity: Hashable, @unchecked Sendable {  // Unchecked for streams of parts, which nothing reads.
    private let request: URLRequest?
    // Foundation on Linux compares requests without these.
    private let method: String?
    private let headerFields: [String: String]?
    private let body: Data?
    private let json: JSONNode?
    private let url: String
    private let file: URL?
    private let parts: [MultipartFormData]?

    init(_ endpoint: Endpoint) {
        let request = try? endpoint.urlRequest()
        url = request == nil ? endpoint.url : ""
        method = request?.httpMethod
        headerFields = request?.allHTTPHeaderFields
        // An encoder may write the keys of an object in another order each time.
        if endpoint.task.isJSON, let body = request?.httpBody, let json = try? JSONNode(json: body) {
            self.json = json
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

extension Task {
    /// Whether an encoder writes a JSON body.
    fileprivate var isJSON: Bool {
        switch self {
        case .requestJSONEncodable, .requestCustomJSONEncodable: true
        default: false
        }
    }
}
