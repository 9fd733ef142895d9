import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What each task makes of a URL request.
struct EndpointTaskTests {
    private func text(_ request: URLRequest) -> String? {
        request.httpBody?.text
    }

    private func contentType(_ request: URLRequest) -> String? {
        request.value(forHTTPHeaderField: "Content-Type")
    }

    @Test("a plain request has the URL, the method and no body")
    func plain() throws {
        let request = try Sample().urlRequest()
        #expect(request.url?.absoluteString == "https://example.com/things")
        #expect(request.httpMethod == "GET")
        #expect(request.httpBody == nil)
        #expect(contentType(request) == nil)
    }

    @Test(
        "the method is the target's",
        arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "QUERY"]
    )
    func method(name: String) throws {
        let request = try Sample(method: Moya.Method(rawValue: name)).urlRequest()
        #expect(request.httpMethod == name)
    }

    @Test("the header fields are the target's")
    func headers() throws {
        let request = try Sample(headers: ["X-One": "1", "X-Two": "2"]).urlRequest()
        #expect(request.allHTTPHeaderFields == ["X-One": "1", "X-Two": "2"])
    }

    @Test("data is the body, without a content type")
    func data() throws {
        let request = try Sample(method: .post, task: .requestData(Data("bytes".utf8))).urlRequest()
        #expect(text(request) == "bytes")
        #expect(contentType(request) == nil)
    }

    @Test("data is the body of a GET, too")
    func dataOfGet() throws {
        let request = try Sample(task: .requestData(Data("bytes".utf8))).urlRequest()
        #expect(text(request) == "bytes")
        #expect(request.httpMethod == "GET")
    }

    @Test("empty data is an empty body")
    func emptyData() throws {
        let request = try Sample(method: .post, task: .requestData(Data())).urlRequest()
        #expect(request.httpBody == Data())
    }

    @Test("an encodable value is JSON with its content type")
    func encodable() throws {
        let request = try Sample(method: .post, task: .requestJSONEncodable(Person(name: "Ada"))).urlRequest()
        #expect(text(request) == #"{"name":"Ada"}"#)
        #expect(contentType(request) == "application/json")
    }

    @Test("an encodable array is a JSON array")
    func encodableArray() throws {
        let request = try Sample(method: .post, task: .requestJSONEncodable([1, 2, 3])).urlRequest()
        #expect(text(request) == "[1,2,3]")
    }

    @Test("an encodable string is a JSON fragment")
    func encodableFragment() throws {
        let request = try Sample(method: .post, task: .requestJSONEncodable("text")).urlRequest()
        #expect(text(request) == #""text""#)
    }

    @Test("an encodable value keeps the content type of the target")
    func encodableKeepsContentType() throws {
        let sample = Sample(
            method: .post,
            task: .requestJSONEncodable(Person(name: "Ada")),
            headers: ["content-type": "application/vnd.api+json"]
        )
        let request = try sample.urlRequest()
        #expect(contentType(request) == "application/vnd.api+json")
    }

    @Test("a custom encoder encodes the value")
    func customEncoder() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        struct Name: Encodable { var firstName = "Ada", lastName = "Lovelace" }
        let task = Task.requestCustomJSONEncodable(Name(), encoder: encoder)
        let request = try Sample(method: .post, task: task).urlRequest()
        #expect(text(request) == #"{"first_name":"Ada","last_name":"Lovelace"}"#)
        #expect(contentType(request) == "application/json")
    }

    @Test("a custom encoder keeps the content type of the target")
    func customEncoderKeepsContentType() throws {
        let task = Task.requestCustomJSONEncodable(Person(name: "Ada"), encoder: JSONEncoder())
        let request = try Sample(method: .post, task: task, headers: ["Content-Type": "text/json"]).urlRequest()
        #expect(contentType(request) == "text/json")
    }

    @Test("a value that cannot be encoded is an error of encodable mapping with the encoder's error")
    func unencodable() {
        let sample = Sample(method: .post, task: .requestJSONEncodable(["x": Double.nan]))
        let error = moyaError { try sample.urlRequest() }
        #expect(error?.caseName == "encodableMapping")
        guard case .encodableMapping(let inner)? = error else { return }
        #expect(inner is EncodingError)
    }

    @Test("parameters go through their encoding")
    func parameters() throws {
        let task = Task.requestParameters(parameters: ["a": 1], encoding: URLEncoding.default)
        let request = try Sample(task: task).urlRequest()
        #expect(request.url?.absoluteString == "https://example.com/things?a=1")
        #expect(request.httpBody == nil)
    }

    @Test("parameters may go through an encoding of one's own")
    func ownEncoding() throws {
        let task = Task.requestParameters(parameters: ["b": 1, "a": 2], encoding: NamesEncoding())
        let request = try Sample(task: task).urlRequest()
        #expect(request.value(forHTTPHeaderField: "X-Names") == "a,b")
    }

    @Test("an encoding that throws is an error of parameter encoding with what it threw")
    func refusedParameters() {
        let task = Task.requestParameters(parameters: [:], encoding: RefusingEncoding())
        let error = moyaError { try Sample(task: task).urlRequest() }
        guard case .parameterEncoding(let inner)? = error else {
            Issue.record("not parameterEncoding")
            return
        }
        #expect(inner as? Refusal == Refusal())
    }

    @Test("an encoding that throws for a download is an error of parameter encoding")
    func refusedDownloadParameters() {
        let task = Task.downloadParameters(parameters: [:], encoding: RefusingEncoding()) { url, _ in (url, []) }
        #expect(moyaError { try Sample(task: task).urlRequest() }?.caseName == "parameterEncoding")
    }

    @Test("an encoding that throws for a composite is an error of parameter encoding")
    func refusedCompositeParameters() {
        let task = Task.requestCompositeParameters(
            bodyParameters: [:],
            bodyEncoding: RefusingEncoding(),
            urlParameters: [:]
        )
        #expect(moyaError { try Sample(method: .post, task: task).urlRequest() }?.caseName == "parameterEncoding")
    }

    @Test("composite data has the data as its body and parameters in the URL")
    func compositeData() throws {
        let task = Task.requestCompositeData(bodyData: Data("bytes".utf8), urlParameters: ["page": 2])
        let request = try Sample(method: .post, task: task).urlRequest()
        #expect(text(request) == "bytes")
        #expect(request.url?.absoluteString == "https://example.com/things?page=2")
        #expect(contentType(request) == nil)
    }

    @Test("composite parameters are in the body and in the URL")
    func compositeParameters() throws {
        let task = Task.requestCompositeParameters(
            bodyParameters: ["name": "Ada"],
            bodyEncoding: JSONEncoding.default,
            urlParameters: ["page": 2]
        )
        let request = try Sample(method: .post, task: task).urlRequest()
        #expect(text(request) == #"{"name":"Ada"}"#)
        #expect(request.url?.absoluteString == "https://example.com/things?page=2")
        #expect(contentType(request) == "application/json")
    }

    @Test("composite parameters may be a form in the body")
    func compositeForm() throws {
        let task = Task.requestCompositeParameters(
            bodyParameters: ["name": "Ada"],
            bodyEncoding: URLEncoding.httpBody,
            urlParameters: ["page": 2]
        )
        let request = try Sample(method: .put, task: task).urlRequest()
        #expect(text(request) == "name=Ada")
        #expect(request.url?.query == "page=2")
        #expect(contentType(request) == "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test("no parameters for the URL leave it alone")
    func noURLParameters() throws {
        let task = Task.requestCompositeData(bodyData: Data("bytes".utf8), urlParameters: [:])
        let request = try Sample(method: .post, task: task).urlRequest()
        #expect(request.url?.absoluteString == "https://example.com/things")
    }

    @Test("a file to upload is not in the request")
    func uploadFile() throws {
        let task = Task.uploadFile(URL(fileURLWithPath: "/tmp/file"))
        let request = try Sample(method: .post, task: task).urlRequest()
        #expect(request.httpBody == nil)
        #expect(contentType(request) == nil)
    }

    @Test("multipart data is not in the request")
    func uploadMultipart() throws {
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "part")
        let request = try Sample(method: .post, task: .uploadMultipart([part])).urlRequest()
        #expect(request.httpBody == nil)
        #expect(contentType(request) == nil)
    }

    @Test("composite multipart data has its parameters in the URL")
    func uploadCompositeMultipart() throws {
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "part")
        let task = Task.uploadCompositeMultipart([part], urlParameters: ["page": 2])
        let request = try Sample(method: .post, task: task).urlRequest()
        #expect(request.url?.absoluteString == "https://example.com/things?page=2")
        #expect(request.httpBody == nil)
    }

    @Test("a download is a plain request")
    func download() throws {
        let request = try Sample(task: .downloadDestination { url, _ in (url, []) }).urlRequest()
        #expect(request.url?.absoluteString == "https://example.com/things")
        #expect(request.httpBody == nil)
    }

    @Test("a download has its parameters by their encoding")
    func downloadParameters() throws {
        let task = Task.downloadParameters(parameters: ["a": "b"], encoding: URLEncoding.default) { url, _ in (url, [])
        }
        #expect(try Sample(task: task).urlRequest().url?.query == "a=b")
        #expect(try Sample(method: .post, task: task).urlRequest().httpBody?.text == "a=b")
    }
}
