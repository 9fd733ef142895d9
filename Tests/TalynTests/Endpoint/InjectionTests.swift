import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Line breaks and NULs in everything that a caller gives.
struct InjectionTests {
    private static let injections = ["\r", "\n", "\r\n", "\0", "\r\nX-Evil: 1\r\n\r\n", "\n\nGET / HTTP/1.1"]

    /// Where text goes into a request.
    enum Place: CaseIterable, Sendable {
        case path, segment, query, absolutePath, headerName, headerValue, method, cookie, token, scheme
        case parameterName, parameterValue, idempotencyKey, contentType
    }

    private struct Target: AccessTokenAuthorizable, TargetType {
        let baseURL = URL(string: "https://api.example.com/v1")!
        var path = "/a"
        var method = HTTPRequest.Method.get
        var headers: [String: String]?
        var task = HTTPTask.requestPlain
        var authorizationType: AuthorizationType?

        init(_ place: Place, _ text: String) {
            switch place {
            case .path: path = "/a" + text
            case .segment: path = "/a/\(pathSegment: text)"
            case .query: path = "/a?b=" + text
            case .absolutePath: path = "https://api.example.com" + text + "/"
            case .headerName: headers = [text: "1"]
            case .headerValue: headers = ["X-One": text]
            case .method: method = HTTPRequest.Method(text) ?? HTTPRequest.Method(rawValue: "GET")!
            case .cookie: headers = ["Cookie": text]
            case .token: authorizationType = .bearer
            case .scheme: authorizationType = .custom(text)
            case .parameterName:
                task = .requestParameters(parameters: [text: 1], encoding: URLEncoding.queryString)
            case .parameterValue:
                task = .requestParameters(parameters: ["a": text], encoding: URLEncoding.queryString)
            case .idempotencyKey: headers = ["Idempotency-Key": text]
            case .contentType: headers = ["Content-Type": text]
            }
        }
    }

    /// 6 injections at 14 places, before, within and after other text: 252.
    @Test(arguments: Place.allCases, Array(injections.indices))
    func nothingIsInjected(_ place: Place, _ index: Int) async {
        let injection = Self.injections[index]
        for text in [injection + "x", "x" + injection + "y", "x" + injection] {
            let sent = Recorder<URLRequest>()
            let transport = ClosureTransport { request in
                sent.record(request.urlRequest)
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
            let provider = Provider<Target>(transport: transport, plugins: [AccessTokenPlugin { _ in text }])
            _ = try? await provider.request(Target(place, text))
            for request in sent.events {
                let fields = (request.allHTTPHeaderFields ?? [:]).flatMap { [$0.key, $0.value] }
                let parts = fields + [request.httpMethod ?? "", request.url?.absoluteString ?? ""]
                let isClean = !parts.contains { $0.unicodeScalars.contains { ["\r", "\n", "\0"].contains($0) } }
                #expect(isClean, "\(parts.map(\.debugDescription))")
                #expect(request.value(forHTTPHeaderField: "X-Evil") == nil)
            }
        }
    }
}
