import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the logger writes.
struct NetworkLoggerPluginTests {
    private typealias Configuration = NetworkLoggerPlugin.Configuration

    private let log = Log()

    private func logger(
        _ options: NetworkLoggerPlugin.Configuration.LogOptions,
        formatter: NetworkLoggerPlugin.Configuration.Formatter? = nil
    ) -> NetworkLoggerPlugin {
        NetworkLoggerPlugin(
            configuration: .init(
                formatter: formatter ?? .init(entry: { identifier, message, _ in "\(identifier): \(message)" }),
                output: { [log] _, items in items.forEach(log.add) },
                logOptions: options
            )
        )
    }

    private func request(_ method: String = "POST", body: String? = nil, headers: [String: String]? = nil) -> URLRequest
    {
        var request = URLRequest(url: URL(string: "https://example.com/things")!)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        request.allHTTPHeaderFields = headers
        return request
    }

    private func http(_ status: Int) -> HTTPURLResponse {
        HTTPURLResponse(
            url: URL(string: "https://example.com")!,
            statusCode: status,
            httpVersion: nil,
            headerFields: ["A": "1"]
        )!
    }

    @Test("without options a request is its URL")
    func noOptions() {
        logger([]).willSend(LooseRequest(request(body: "body", headers: ["A": "1"])), target: Sample())
        #expect(log.lines == ["Request: https://example.com/things"])
    }

    @Test("the option for the method adds it")
    func method() {
        logger(.requestMethod).willSend(LooseRequest(request("PUT")), target: Sample())
        #expect(log.lines == ["Request: https://example.com/things", "HTTP Request Method: PUT"])
    }

    @Test("the option for the header fields adds them")
    func headers() {
        logger(.requestHeaders).willSend(LooseRequest(request(headers: ["A": "1"])), target: Sample())
        #expect(log.lines == ["Request: https://example.com/things", #"Request Headers: ["A": "1"]"#])
    }

    @Test("a request without header fields has an empty dictionary of them")
    func noHeaders() {
        logger(.requestHeaders).willSend(LooseRequest(request()), target: Sample())
        #expect(log.lines == ["Request: https://example.com/things", "Request Headers: [:]"])
    }

    @Test("the session's header fields are logged, too, unless the request has its own")
    func sessionHeaders() {
        let session = ["A": "session"]
        logger(.requestHeaders).willSend(LooseRequest(request(), sessionHeaders: session), target: Sample())
        logger(.requestHeaders).willSend(
            LooseRequest(request(headers: ["A": "1"]), sessionHeaders: session),
            target: Sample()
        )
        #expect(
            log.lines.filter { $0.hasPrefix("Request Headers") } == [
                #"Request Headers: ["A": "session"]"#, #"Request Headers: ["A": "1"]"#,
            ]
        )
    }

    @Test("the option for the body adds it")
    func body() {
        logger(.requestBody).willSend(LooseRequest(request(body: "hello")), target: Sample())
        #expect(log.lines == ["Request: https://example.com/things", "Request Body: hello"])
    }

    @Test("a request without a body has no line for it")
    func noBody() {
        logger(.requestBody).willSend(LooseRequest(request()), target: Sample())
        #expect(log.lines == ["Request: https://example.com/things"])
    }

    @Test("header fields, body and method come in that order")
    func order() {
        logger([.requestMethod, .requestBody, .requestHeaders])
            .willSend(LooseRequest(request(body: "hello", headers: ["A": "1"])), target: Sample())
        #expect(
            log.lines == [
                "Request: https://example.com/things", #"Request Headers: ["A": "1"]"#, "Request Body: hello",
                "HTTP Request Method: POST",
            ]
        )
    }

    @Test("a body that is not text says so")
    func binaryBody() {
        var request = request()
        request.httpBody = Data([0xFF, 0xFE, 0x80])
        logger(.requestBody).willSend(LooseRequest(request), target: Sample())
        #expect(log.lines.last == "Request Body: ## Cannot map data to String ##")
    }

    @Test("the option for curl logs the command alone")
    func curl() {
        logger([.formatRequestAscURL, .requestMethod, .requestHeaders, .requestBody])
            .willSend(LooseRequest(request(body: "hello")), target: Sample())
        #expect(log.lines == ["Request: $ curl -v"])
    }

    @Test("a missing request is invalid")
    func invalid() {
        logger(.verbose).willSend(LooseRequest(nil), target: Sample())
        #expect(log.lines == ["Request: (invalid request)"])
    }

    @Test("the lines of a request are written at once")
    func atOnce() {
        let counts = Box<[Int]>([])
        let logger = NetworkLoggerPlugin(
            configuration: .init(output: { _, items in counts.value.append(items.count) }, logOptions: .verbose)
        )
        logger.willSend(LooseRequest(request(body: "x")), target: Sample())
        logger.didReceive(.success(Response(statusCode: 200, data: Data())), target: Sample())
        #expect(counts.value == [4, 2])
    }

    @Test("a response is its description")
    func response() {
        let http = http(200)
        let response = Response(statusCode: 200, data: Data("hi".utf8), response: http)
        logger([]).didReceive(.success(response), target: Sample())
        #expect(log.lines == ["Response: \(http.description)"])
    }

    @Test("a response without an HTTP response is empty, with the target's name")
    func emptyResponse() {
        logger([]).didReceive(.success(Response(statusCode: 200, data: Data("hi".utf8))), target: NamedTarget())
        #expect(log.lines == ["Response: Received empty network response for the named target."])
    }

    @Test("the option for bodies of successes adds them")
    func successBody() {
        let response = Response(statusCode: 200, data: Data("hi".utf8), response: http(200))
        logger(.successResponseBody).didReceive(.success(response), target: Sample())
        #expect(log.lines.count == 2)
        #expect(log.lines.last == "Response Body: hi")
    }

    @Test("a success that is empty has an empty line for its body")
    func emptyBody() {
        logger(.successResponseBody).didReceive(
            .success(Response(statusCode: 204, data: Data(), response: http(204))),
            target: Sample()
        )
        #expect(log.lines.last == "Response Body: ")
    }

    @Test("the option for bodies of errors leaves those of successes out")
    func errorOptionForSuccess() {
        let response = Response(statusCode: 200, data: Data("hi".utf8), response: http(200))
        logger(.errorResponseBody).didReceive(.success(response), target: Sample())
        #expect(log.lines.count == 1)
    }

    @Test("the option for bodies of errors adds them")
    func errorBody() {
        let http = http(500)
        let response = Response(statusCode: 500, data: Data("no".utf8), response: http)
        logger(.errorResponseBody).didReceive(.failure(.statusCode(response)), target: Sample())
        #expect(log.lines == ["Response: \(http.description)", "Response Body: no"])
    }

    @Test("without the options an error with a response is that response")
    func errorWithoutBody() {
        let http = http(500)
        let response = Response(statusCode: 500, data: Data("no".utf8), response: http)
        logger([]).didReceive(.failure(.underlying(Refusal(), response)), target: Sample())
        #expect(log.lines == ["Response: \(http.description)"])
    }

    @Test("an error without a response names the target and the error")
    func error() {
        let error = MoyaError.underlying(NSError(domain: "test", code: 7), nil)
        logger([]).didReceive(.failure(error), target: NamedTarget())
        #expect(log.lines == ["Error: Error calling the named target : \(error)"])
    }

    @Test("an error of request mapping is written as Swift writes it")
    func requestMapping() {
        logger(.verbose).didReceive(.failure(.requestMapping("bad")), target: NamedTarget())
        #expect(log.lines == [#"Error: Error calling the named target : requestMapping("bad")"#])
    }

    @Test("formatters write bodies in their own way")
    func formatters() {
        let formatter = NetworkLoggerPlugin.Configuration.Formatter(
            entry: { identifier, message, _ in "\(identifier)|\(message)" },
            requestData: { "\($0.count) out" },
            responseData: { "\($0.count) in" }
        )
        let logger = logger(.verbose, formatter: formatter)
        logger.willSend(LooseRequest(request(body: "four")), target: Sample())
        logger.didReceive(.success(Response(statusCode: 200, data: Data("five!".utf8))), target: Sample())
        #expect(log.lines.contains("Request Body|4 out"))
        #expect(log.lines.last == "Response Body|5 in")
    }

    @Test("formatters and the output get the target")
    func targets() {
        let logger = NetworkLoggerPlugin(
            configuration: .init(
                formatter: .init(entry: { _, _, target in "formatted \(target.path)" }),
                output: { [log] target, items in items.forEach { log.add("\($0), written \(target.path)") } },
                logOptions: []
            )
        )
        logger.willSend(LooseRequest(request()), target: Sample(path: "/p"))
        #expect(log.lines == ["formatted /p, written /p"])
    }

    @Test("the default formatter puts the name and the time before each line")
    func defaultFormatter() {
        let line = Configuration.Formatter.defaultEntryFormatter(
            identifier: "What",
            message: "it says",
            target: Sample()
        )
        #expect(line.hasPrefix("Moya_Logger: ["))
        #expect(line.hasSuffix("] What: it says"))
        let formatter = DateFormatter()
        formatter.timeStyle = .short
        formatter.dateStyle = .short
        let time = line.dropFirst("Moya_Logger: [".count).dropLast("] What: it says".count)
        #expect(formatter.date(from: String(time)) != nil)
    }

    @Test("the default formatter reads data as UTF-8")
    func defaultDataFormatter() {
        #expect(Configuration.Formatter.defaultDataFormatter(Data("é".utf8)) == "é")
        #expect(Configuration.Formatter.defaultDataFormatter(Data()) == "")
        #expect(Configuration.Formatter.defaultDataFormatter(Data([0xFF])) == "## Cannot map data to String ##")
    }

    @Test("the options have their bits")
    func bits() {
        typealias Options = NetworkLoggerPlugin.Configuration.LogOptions
        let all: [Options] = [
            .requestMethod, .requestBody, .requestHeaders, .formatRequestAscURL, .successResponseBody,
            .errorResponseBody,
        ]
        #expect(all.map(\.rawValue) == [1, 2, 4, 8, 16, 32])
    }

    @Test("the default logs methods and header fields, verbose logs bodies, too")
    func presets() {
        #expect(NetworkLoggerPlugin.default.configuration.logOptions == [.requestMethod, .requestHeaders])
        #expect(
            NetworkLoggerPlugin.verbose.configuration.logOptions == [
                .requestMethod, .requestHeaders, .requestBody, .successResponseBody, .errorResponseBody,
            ]
        )
        #expect(NetworkLoggerPlugin().configuration.logOptions == .default)
        #expect(NetworkLoggerPlugin.Configuration().logOptions == .default)
    }

    @Test("the configuration may change later")
    func reconfigured() {
        let logger = logger(.requestMethod)
        logger.configuration.logOptions = []
        logger.willSend(LooseRequest(request()), target: Sample())
        #expect(log.lines == ["Request: https://example.com/things"])
    }

    @Test("a stubbed request is logged from its sending to its answer")
    func stubbed() async {
        let logger = logger([.requestMethod, .successResponseBody])
        let provider = MoyaProvider<NamedTarget>(
            stubClosure: MoyaProvider<NamedTarget>.immediatelyStub,
            plugins: [logger]
        )
        _ = await provider.result(of: NamedTarget())
        #expect(
            log.lines == [
                "Request: https://example.com/named", "HTTP Request Method: GET",
                "Response: Received empty network response for the named target.", "Response Body: sample",
            ]
        )
    }

    @Test("the default preset logs the URL, the header fields and the method, and no body")
    func defaultPreset() {
        let logger = logger(.default)
        logger.willSend(LooseRequest(request(body: "hello", headers: ["A": "1"])), target: Sample())
        logger.didReceive(.success(Response(statusCode: 200, data: Data("hi".utf8))), target: NamedTarget())
        #expect(
            log.lines == [
                "Request: https://example.com/things", #"Request Headers: ["A": "1"]"#, "HTTP Request Method: POST",
                "Response: Received empty network response for the named target.",
            ]
        )
    }

    @Test("the verbose preset logs bodies, too")
    func verbosePreset() {
        let logger = logger(.verbose)
        logger.willSend(LooseRequest(request(body: "hello", headers: ["A": "1"])), target: Sample())
        logger.didReceive(.success(Response(statusCode: 200, data: Data("hi".utf8))), target: NamedTarget())
        let failed = Response(statusCode: 500, data: Data("no".utf8))
        logger.didReceive(.failure(.underlying(Refusal(), failed)), target: NamedTarget())
        #expect(
            log.lines == [
                "Request: https://example.com/things", #"Request Headers: ["A": "1"]"#, "Request Body: hello",
                "HTTP Request Method: POST", "Response: Received empty network response for the named target.",
                "Response Body: hi", "Response: Received empty network response for the named target.",
                "Response Body: no",
            ]
        )
    }
}

private struct NamedTarget: TargetType, CustomStringConvertible {
    var baseURL = URL(string: "https://example.com")!
    var path = "named"
    var method = Moya.Method.get
    var task = Task.requestPlain
    var headers: [String: String]?
    var sampleData = Data("sample".utf8)
    var description: String { "the named target" }
}
