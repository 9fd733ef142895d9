import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Line breaks and NULs in everything that a caller gives.
struct InjectionTests {
    private static let injections = ["\r", "\n", "\r\n", "\0", "\r\nX-Evil: 1\r\n\r\n", "\n\nGET / HTTP/1.1"]

    /// Where text goes into a request.
    enum Place: CaseIterable, Sendable {
        case path, segment, parameterName, parameterValue, url, headerName, headerValue, headerValueOfPlugin
        case headerOfCall, method, cookie, token, scheme, idempotencyKey, contentType, formName, formValue
    }

    private struct Target: AccessTokenAuthorizable, TargetType {
        let baseURL = URL(string: "https://api.example.com/v1")!
        var path: RequestPath = "/a"
        var method = HTTPRequest.Method.get
        var query: RequestParameters = [:]
        var headerFields: HTTPFields = [:]
        var body = RequestBody.none
        var requestOptions = RequestOptions()
        var authorizationType: AuthorizationType?
        var fieldOfPlugin: (name: String, value: String)?

        init(_ place: Place, _ text: String) {
            switch place {
            case .path: path = RequestPath(percentEncoded: "/a" + text)
            case .segment: path = "/a/\(text)"
            case .parameterName: query = RequestParameters([text: 1])
            case .parameterValue: query = ["a": text]
            case .url: requestOptions.url = URL(string: "/a" + text)
            case .headerName: fieldOfPlugin = (text, "1")
            case .headerValue: headerFields[.accept] = text
            case .headerValueOfPlugin: fieldOfPlugin = ("X-One", text)
            case .headerOfCall: requestOptions.headerFields[.accept] = text
            case .method: method = HTTPRequest.Method(text) ?? .get
            case .cookie: headerFields[.cookie] = text
            case .token: authorizationType = .bearer
            case .scheme: authorizationType = .custom(text)
            case .idempotencyKey: requestOptions.idempotency = .key { text }
            case .contentType: headerFields[.contentType] = text
            case .formName: body = .form([text: 1])
            case .formValue: body = .form(["a": text])
            }
        }
    }

    private struct Adding: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            guard let field = (context.target as? Target)?.fieldOfPlugin, let name = HTTPField.Name(field.name) else {
                return
            }
            request.headerFields[name] = field.value
        }
    }

    /// 6 injections at 17 places, before, within and after other text: 306.
    @Test(arguments: Place.allCases, Array(injections.indices))
    func nothingIsInjected(_ place: Place, _ index: Int) async {
        let injection = Self.injections[index]
        for text in [injection + "x", "x" + injection + "y", "x" + injection] {
            let sent = Recorder<OutgoingRequest>()
            let transport = ClosureTransport { request in
                sent.record(request)
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
            let provider = Provider<Target>(transport: transport, plugins: [AccessTokenPlugin { _ in text }, Adding()])
            _ = try? await provider.request(Target(place, text))
            for request in sent.events {
                let fields = request.headerFields.combined.flatMap { [$0.key, $0.value] }
                let parts = fields + [request.method.rawValue, request.url?.absoluteString ?? ""]
                let isClean = !parts.contains { $0.unicodeScalars.contains { ["\r", "\n", "\0"].contains($0) } }
                #expect(isClean, "\(parts.map(\.debugDescription))")
                #expect(request.headerFields["X-Evil"] == nil)
            }
        }
    }
}
