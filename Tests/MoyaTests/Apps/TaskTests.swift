import Foundation
import Moya
import Testing

struct TaskTests {
    struct Issue: Encodable {
        let title: String
        let createdAt: Date
    }

    private let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()

    private func request(_ task: Task, method: Moya.Method = .post) throws -> URLRequest {
        let endpoint = Endpoint(
            url: "https://example.com/items?a=1",
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: method,
            task: task,
            httpHeaderFields: ["X-App": "1"]
        )
        return try endpoint.urlRequest()
    }

    private func body(_ task: Task) throws -> String {
        return String(data: try request(task).httpBody ?? Data(), encoding: .utf8)!
    }

    @Test func everyTaskCanBeMadeAndMatched() {
        let file = URL(fileURLWithPath: "/nowhere")
        let part = MultipartFormData(
            provider: .data(Data("1".utf8)),
            name: "a",
            fileName: "a.txt",
            mimeType: "text/plain"
        )
        let destination: DownloadDestination = { _, response in
            (
                file.appendingPathComponent(response.suggestedFilename ?? "f"),
                [.removePreviousFile, .createIntermediateDirectories]
            )
        }
        let tasks: [Task] = [
            .requestPlain,
            .requestData(Data()),
            .requestJSONEncodable(["a": 1]),
            .requestCustomJSONEncodable(["a": 1], encoder: encoder),
            .requestParameters(parameters: ["a": 1], encoding: URLEncoding.default),
            .requestCompositeData(bodyData: Data(), urlParameters: ["a": 1]),
            .requestCompositeParameters(
                bodyParameters: ["a": 1],
                bodyEncoding: JSONEncoding.default,
                urlParameters: ["b": 2]
            ),
            .uploadFile(file),
            .uploadMultipart([part]),
            .uploadCompositeMultipart([part], urlParameters: ["a": 1]),
            .downloadDestination(destination),
            .downloadParameters(parameters: ["a": 1], encoding: URLEncoding.default, destination: destination),
        ]
        #expect(tasks.map { name(of: $0) } == (1...12).map { "\($0)" })
    }

    private func name(of task: Task) -> String {
        switch task {
        case .requestPlain: return "1"
        case .requestData: return "2"
        case .requestJSONEncodable(let value): return value is [String: Int] ? "3" : ""
        case let .requestCustomJSONEncodable(_, encoder): return encoder === self.encoder ? "4" : ""
        case let .requestParameters(parameters, _): return parameters["a"] as? Int == 1 ? "5" : ""
        case .requestCompositeData(bodyData: _, urlParameters: let parameters): return parameters.count == 1 ? "6" : ""
        case .requestCompositeParameters(let body, let encoding, _):
            return body.count == 1 && encoding is JSONEncoding ? "7" : ""
        case .uploadFile(let url): return url.path == "/nowhere" ? "8" : ""
        case .uploadMultipart(let parts): return parts.first?.name == "a" ? "9" : ""
        case .uploadCompositeMultipart(let parts, _): return parts.count == 1 ? "10" : ""
        case .downloadDestination: return "11"
        case .downloadParameters(let parameters, _, _): return parameters.count == 1 ? "12" : ""
        }
    }

    @Test func bodiesAreEncoded() throws {
        let issue = Issue(title: "A", createdAt: Date(timeIntervalSince1970: 5))
        #expect(try body(.requestData(Data("raw".utf8))) == "raw")
        #expect(try body(.requestCustomJSONEncodable(issue, encoder: encoder)) == #"{"created_at":5,"title":"A"}"#)
        #expect(try body(.requestJSONEncodable(["a": 1])) == #"{"a":1}"#)
        #expect(
            try body(.requestParameters(parameters: ["a": [1, 2]], encoding: URLEncoding.httpBody))
                == "a%5B%5D=1&a%5B%5D=2"
        )
        let composite = try request(
            .requestCompositeParameters(
                bodyParameters: ["b": true],
                bodyEncoding: JSONEncoding.default,
                urlParameters: ["u": "x y"]
            )
        )
        #expect(composite.httpBody == Data(#"{"b":true}"#.utf8))
        #expect(composite.url?.query == "a=1&u=x%20y")
    }

    @Test func aJSONBodySetsContentTypeOnlyWhereNoneIsSet() throws {
        #expect(try request(.requestJSONEncodable([1])).value(forHTTPHeaderField: "Content-Type") == "application/json")
        let endpoint = Endpoint(
            url: "https://example.com",
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .post,
            task: .requestJSONEncodable([1]),
            httpHeaderFields: ["Content-Type": "application/vnd.api+json"]
        )
        #expect(try endpoint.urlRequest().value(forHTTPHeaderField: "Content-Type") == "application/vnd.api+json")
    }

    @Test func anEncodingInTheBodyMayNotBeOneOfTheQuery() {
        let task = Task.requestCompositeParameters(
            bodyParameters: [:],
            bodyEncoding: URLEncoding.queryString,
            urlParameters: [:]
        )
        #expect(throws: MoyaError.self) { try request(task) }
    }

    @Test func multipartPartsAreHashable() {
        let one = MultipartFormData(provider: .data(Data("1".utf8)), name: "a")
        let same = MultipartFormData(provider: .data(Data("1".utf8)), name: "a")
        let file = MultipartFormData(provider: .file(URL(fileURLWithPath: "/a")), name: "a")
        let stream = MultipartFormData(provider: .stream(InputStream(data: Data()), 0), name: "a")
        #expect(Set([one, same, file, stream]).count == 3)
    }
}
