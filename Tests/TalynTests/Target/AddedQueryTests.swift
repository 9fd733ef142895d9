import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Each task with more in its query, over the whole pipeline.
struct AddedQueryTests {
    private struct Sent: Sendable {
        let request: URLRequest
        let body: Data
        var contentType: String? { request.value(forHTTPHeaderField: "Content-Type") }
    }

    private let added: RequestFields = ["page": 2, "text": "a b", "no": Int?.none]
    private let text = Data("text".utf8)

    private func probe(_ task: HTTPTask, headers: [String: String]? = nil) throws -> Probe {
        var probe = Probe(try #require(URL(string: "https://example.com/a?key=1")), "", .post, headers: headers)
        probe.task = task
        return probe
    }

    private func provider(_ sent: Recorder<Sent>, plugins: [any Plugin] = []) -> Provider<Probe> {
        let transport = ClosureTransport { request in
            var body = Data()
            if let requestBody = request.body { for try await chunk in requestBody { body.append(chunk) } }
            sent.record(Sent(request: request.urlRequest, body: body))
            return TransportResponse(statusCode: 200, body: HTTPBody(Data("answer".utf8)))
        }
        return Provider(transport: transport, plugins: plugins)
    }

    private func sent(_ task: HTTPTask, headers: [String: String]? = nil) async throws -> Sent {
        let sent = Recorder<Sent>()
        _ = try await provider(sent).request(try probe(task, headers: headers))
        return try #require(sent.events.first)
    }

    /// What the task sends with the added parameters, which differs from what it sends without them only by the query.
    private func sentWithQuery(_ task: HTTPTask, after query: String = "key=1") async throws -> Sent {
        let plain = try await sent(task)
        let more = try await sent(task.adding(query: added))
        #expect(plain.request.url?.absoluteString == "https://example.com/a?\(query)")
        #expect(more.request.url?.absoluteString == "https://example.com/a?\(query)&page=2&text=a%20b")
        #expect(more.request.httpMethod == "POST")
        #expect(more.request.allHTTPHeaderFields?.keys.sorted() == plain.request.allHTTPHeaderFields?.keys.sorted())
        return more
    }

    // MARK: Each task

    @Test func plainTaskGetsAQuery() async throws {
        #expect(try await sentWithQuery(.requestPlain).body.isEmpty)
        guard case .requestParameters = HTTPTask.requestPlain.adding(query: added) else {
            Issue.record("It is no simple query")
            return
        }
    }

    @Test func bodyStaysWhatItIs() async throws {
        let snake = KeyMapping.snakeCase.encoder
        for (task, body, contentType) in [
            (HTTPTask.requestData(text), "text", nil),
            (.requestJSONEncodable(["aB": 1]), #"{"aB":1}"#, "application/json"),
            (.requestCustomJSONEncodable(User(name: "x"), encoder: snake), #"{"name":"x"}"#, "application/json"),
            (.form(["a": 1]), "a=1", "application/x-www-form-urlencoded; charset=utf-8"),
            (.requestParameters(parameters: ["a": 1], encoding: JSONEncoding.default), #"{"a":1}"#, "application/json"),
        ] as [(HTTPTask, String, String?)] {
            let sent = try await sentWithQuery(task)
            #expect(String(decoding: sent.body, as: UTF8.self) == body)
            #expect(sent.contentType == contentType)
        }
    }

    @Test func parametersComeBehindThoseOfTheTask() async throws {
        let query = "key=1&z=1"
        let parameters: Parameters = ["z": 1]
        let encoding = URLEncoding.queryString
        _ = try await sentWithQuery(.query(["z": 1]), after: query)
        _ = try await sentWithQuery(.requestParameters(parameters: parameters, encoding: encoding), after: query)
        let data = HTTPTask.requestCompositeData(bodyData: text, urlParameters: parameters)
        #expect(try await sentWithQuery(data, after: query).body == text)
        let composite = HTTPTask.requestCompositeParameters(
            bodyParameters: ["b": true],
            bodyEncoding: JSONEncoding.default,
            urlParameters: parameters
        )
        #expect(try await sentWithQuery(composite, after: query).body == Data(#"{"b":true}"#.utf8))
        let upload = HTTPTask.upload(HTTPBody(text), urlParameters: parameters)
        #expect(try await sentWithQuery(upload, after: query).body == text)
    }

    @Test func fileIsSent() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a.json", "content")
        let sent = try await sentWithQuery(.uploadFile(file))
        #expect(sent.body == Data("content".utf8))
        #expect(sent.contentType == nil)
    }

    @Test func partsAreSent() async throws {
        let parts = [MultipartFormData("1", name: "a"), MultipartFormData(text, name: "b", fileName: "b.txt")]
        for (task, query) in [
            (HTTPTask.uploadMultipart(parts), "key=1"),
            (.uploadCompositeMultipart(parts, urlParameters: ["z": 1]), "key=1&z=1"),
        ] {
            let sent = try await sentWithQuery(task, after: query)
            let boundary = try #require(try MultipartBoundary(contentType: sent.contentType ?? ""))
            let parsed = try ParsedPart.parse(sent.body, boundary: boundary.text)
            #expect(parsed.map(\.content) == [Data("1".utf8), text])
        }
    }

    @Test func bodyIsReadWhileItIsSent() async throws {
        let sent = try await sent(.upload(HTTPBody(Chunks("a", "bc"))).adding(query: added))
        #expect(sent.request.url?.query == "key=1&page=2&text=a%20b")
        #expect(sent.body == Data("abc".utf8))
    }

    @Test func responseIsDownloaded() async throws {
        for (makeTask, query) in [
            ({ .downloadDestination($0) }, "key=1"),
            (
                { .downloadParameters(parameters: ["z": 1], encoding: URLEncoding.queryString, destination: $0) },
                "key=1&z=1"
            ),
        ] as [((@escaping DownloadDestination) -> HTTPTask, String)] {
            let directory = try TemporaryDirectory()
            let file = directory.url.appendingPathComponent("answer")
            let sent = Recorder<Sent>()
            let task = makeTask { _, _ in (file, []) }.adding(query: added)
            _ = try await provider(sent).request(try probe(task))
            #expect(try Data(contentsOf: file) == Data("answer".utf8))
            #expect(sent.events.map { $0.request.url?.query } == ["\(query)&page=2&text=a%20b"])
        }
    }

    @Test func stubSendsNothingElse() async throws {
        let stub = Provider<Probe>(stubClosure: Provider.immediatelyStub)
        let chunks = Chunks("a", "bc")
        let response = try await stub.request(try probe(.upload(HTTPBody(chunks)).adding(query: added)))
        #expect(response.request?.url?.query == "key=1&page=2&text=a%20b")
        #expect(chunks.pulled.events == [0, 1])
    }

    // MARK: What is added

    @Test func moreCanBeAdded() async throws {
        let task = HTTPTask.requestData(text).adding(query: ["b": 1]).adding(query: ["a": 2]).adding(query: ["b": 3])
        let sent = try await sent(task)
        #expect(sent.request.url?.query == "key=1&b=1&a=2&b=3")
        #expect(sent.body == text)
        let plain = HTTPTask.requestPlain.adding(query: ["b": 1]).adding(query: ["a": 2])
        #expect(try await self.sent(plain).request.url?.query == "key=1&b=1&a=2")
    }

    @Test func encoderDecidesOnFormats() async throws {
        let encoder = URLEncodedFormEncoder(boolEncoding: .literal, spaceEncoding: .plusReplaced)
        for task in [HTTPTask.requestPlain, .requestData(text), .downloadDestination { url, _ in (url, []) }] {
            let task = task.adding(query: ["is": true] as RequestFields, encoder: encoder)
            #expect(try Endpoint(probe(task)).urlRequest().url?.query == "key=1&is=true")
        }
    }

    @Test func nothingAddedIsNothingChanged() throws {
        let task = HTTPTask.requestData(text).adding(query: ["a": Int?.none] as RequestFields)
        #expect(try Endpoint(probe(task)).urlRequest().url?.absoluteString == "https://example.com/a?key=1")
    }

    @Test func parametersOfWhoeverTakesTheTaskApartAreAddedToo() throws {
        guard case .requestCompositeParameters(_, let encoding, _) = HTTPTask.requestData(text).adding(query: added)
        else {
            Issue.record("The task is another one")
            return
        }
        let task = HTTPTask.requestCompositeParameters(
            bodyParameters: ["page": 3],
            bodyEncoding: encoding,
            urlParameters: ["u": 1]
        )
        let request = try Endpoint(probe(task)).urlRequest()
        #expect(request.url?.query == "key=1&text=a%20b&page=3&u=1")
        #expect(request.httpBody == text)
        let alone = try encoding.encode(URLRequest(url: try #require(URL(string: "https://example.com"))), with: nil)
        #expect(alone.url?.absoluteString == "https://example.com?page=2&text=a%20b")
        #expect(alone.httpBody == text)
    }

    // MARK: Errors

    private func error(_ task: HTTPTask) -> TalynError? {
        #expect(throws: TalynError.self) { try Endpoint(probe(task)).urlRequest() }
    }

    private struct Evil: ParameterEncoding {
        func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
            var request = try urlRequest.asURLRequest()
            request.httpMethod = "NO METHOD"
            return request
        }
    }

    @Test func errorsOfTheTaskStayWhatTheyAre() throws {
        guard case .encodableMapping? = error(.requestJSONEncodable([Double.nan]).adding(query: added)) else {
            Issue.record("It is no encodableMapping")
            return
        }
        let inQuery = HTTPTask.requestCompositeParameters(
            bodyParameters: ["a": 1],
            bodyEncoding: URLEncoding.queryString,
            urlParameters: [:]
        )
        guard
            case .parameterEncoding(RequestError.bodyParametersInQuery)? = error(inQuery.adding(query: added))
        else {
            Issue.record("It is no parameterEncoding of the task's own")
            return
        }
        let evil = HTTPTask.requestParameters(parameters: [:], encoding: Evil())
            .adding(query: added).adding(query: added)
        guard case .underlying(RequestError.invalidMethod("NO METHOD"), nil)? = error(evil) else {
            Issue.record("It is no invalid method")
            return
        }
    }

    @Test func queryThatCantBeWrittenFailsTheCall() async throws {
        for task in [HTTPTask.requestPlain, .requestData(text), .downloadDestination { url, _ in (url, []) }] {
            let sent = Recorder<Sent>()
            let target = try probe(task.adding(query: ["a": Double.nan]))
            let error = await #expect(throws: TalynError.self) { try await provider(sent).request(target) }
            guard case .parameterEncoding(RequestError.parameter(path: "a", _))? = error else {
                Issue.record("\(String(describing: error)) doesn't name the parameter")
                return
            }
            #expect(sent.events.isEmpty)
        }
    }

    @Test func fileThatIsMissingFailsAsItDoesWithoutAQuery() async throws {
        let directory = try TemporaryDirectory()
        let task = HTTPTask.uploadFile(directory.url.appendingPathComponent("missing"))
        var errors: [BodyError] = []
        for task in [task, task.adding(query: added)] {
            let target = try probe(task)
            let error = await #expect(throws: TalynError.self) { try await provider(Recorder()).request(target) }
            errors.append(try #require(error?.underlyingError as? BodyError))
        }
        #expect(errors.first == errors.last)
    }

    // MARK: Identity, repetition and pages

    @Test func endpointsAreTheSameIfTaskAndQueryAre() throws {
        let first = Endpoint(try probe(.requestData(text).adding(query: ["a": 1])))
        #expect(first == Endpoint(try probe(.requestData(text).adding(query: ["a": 1]))))
        #expect(first != Endpoint(try probe(.requestData(text).adding(query: ["a": 2]))))
        #expect(first != Endpoint(try probe(.requestData(Data()).adding(query: ["a": 1]))))
        let parts = [MultipartFormData("1", name: "a")]
        let multipart = Endpoint(try probe(.uploadMultipart(parts).adding(query: ["a": 1])))
        #expect(multipart == Endpoint(try probe(.uploadMultipart(parts).adding(query: ["a": 1]))))
        #expect(multipart != Endpoint(try probe(.uploadMultipart([]).adding(query: ["a": 1]))))
    }

    @Test func streamIsSentOnceOnly() throws {
        let task = HTTPTask.upload(HTTPBody(Chunks("a"))).adding(query: added).adding(query: added)
        #expect(!Endpoint(try probe(task)).isReplayable)
        #expect(!task.transfer.isShareable)
        #expect(Endpoint(try probe(.upload(HTTPBody(text)).adding(query: added))).isReplayable)
    }

    @Test func progressIsThatOfTheUpload() async throws {
        let events = Recorder<ProgressResponse>()
        let task = HTTPTask.upload(HTTPBody(Chunks("a", "bc"), length: 3)).adding(query: added)
        let stub = Provider<Probe>(stubClosure: Provider.immediatelyStub)
        _ = try await stub.request(try probe(task), reporting: { events.record($0) })
        #expect(events.events.dropLast().compactMap(\.progressObject).map(\.completedUnitCount) == [1, 3])
    }

    @Test func nextPageHasTheBodyAndAQueryOfItsOwn() async throws {
        let parts = [MultipartFormData("1", name: "a")]
        let stream = HTTPBody(length: 4, isReplayable: true) {
            var rest = [Data("text".utf8)]
            return { rest.popLast() }
        }
        for task in [
            HTTPTask.requestData(text), .upload(stream), .uploadMultipart(parts),
            .requestParameters(parameters: ["q": 1], encoding: JSONEncoding.default),
        ] {
            let sent = Recorder<Sent>()
            let transport = ClosureTransport { request in
                var body = Data()
                for try await chunk in try #require(request.body) { body += chunk }
                sent.record(Sent(request: request.urlRequest, body: body))
                var fields = HTTPFields()
                if sent.events.count < 2 { fields[try #require(HTTPField.Name("Link"))] = "<?page=2>; rel=next" }
                return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data("[]".utf8)))
            }
            let listing = Listing(method: .post, task: task.adding(query: ["page": 1]).adding(query: ["n": 1]))
            for try await _ in Provider<Listing>(transport: transport).pages(of: listing) {}
            let queries = sent.events.map { $0.request.url?.query }
            #expect(queries == ["page=1&n=1", "page=2"])
            #expect(sent.events.allSatisfy { !$0.body.isEmpty })
            #expect(sent.events.first?.body.count == sent.events.last?.body.count)
        }
    }
}
