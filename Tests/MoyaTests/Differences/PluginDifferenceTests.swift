import Foundation
import Moya
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct PluginDifferenceTests {
    private let base = URL(string: "https://example.com")!

    private func log(
        of target: Local,
        status: Int = 200,
        body: String = "",
        type: String = "application/json",
        url: URL? = nil,
        _ options: NetworkLoggerPlugin.Configuration.LogOptions,
        plugins: [PluginType] = []
    ) -> String {
        var lines: [String] = []
        let configuration = NetworkLoggerPlugin.Configuration(
            output: { _, items in lines += items },
            logOptions: options
        )
        let head = HTTPURLResponse(
            url: url ?? base,
            statusCode: status,
            httpVersion: nil,
            headerFields: ["Content-Type": type, "Set-Cookie": "session=hunter6", "X-Head": "shown of the head"]
        )!
        let provider = MoyaProvider<Local>(
            endpointClosure: { target in
                Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .response(head, Data(body.utf8)) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: plugins + [NetworkLoggerPlugin(configuration: configuration)]
        )
        provider.request(target) { _ in }
        return lines.joined(separator: "\n")
    }

    @Test(arguments: [true, false])
    func theLoggerMasksSecrets(_ asCommand: Bool) {
        var target = Local(
            base.appendingPathComponent("login"),
            method: .post,
            task: .requestCompositeParameters(
                bodyParameters: ["user": "ada", "password": "hunter2"],
                bodyEncoding: JSONEncoding.default,
                urlParameters: ["access_token": "hunter3", "page": 2]
            )
        )
        target.headers = ["Authorization": "Bearer hunter4", "X-Trace": "seen"]
        let options: NetworkLoggerPlugin.Configuration.LogOptions = asCommand ? [.formatRequestAscURL] : .verbose
        let text = log(
            of: target,
            body: #"{"token": "hunter5", "name": "seen as well"}"#,
            options.union(.successResponseBody)
        )
        #expect(!text.contains("hunter"), "\(text)")
        for seen in ["ada", "page=2", "X-Trace", "seen as well"] { #expect(text.contains(seen), "\(text)") }
    }

    @Test func theLoggerMasksTheHeadOfAResponse() throws {
        let url = try #require(URL(string: "https://example.com/a?access_token=hunter3&page=2"))
        let text = log(of: Local(base), url: url, .default)
        #expect(!text.contains("hunter"), "\(text)")
        for seen in ["page=2", "shown of the head"] { #expect(text.contains(seen), "\(text)") }
    }

    @Test(arguments: ["application/xml", "text/html", "text/javascript"])
    func bodiesInWhichSecretsCannotBeFoundAreLoggedByTheirLength(_ type: String) {
        let body = type == "text/javascript" ? #"{"token": "hunter2"}"# : "<password>hunter2</password>"
        let text = log(of: Local(base), body: body, type: type, [.successResponseBody])
        #expect(!text.contains("hunter"), "\(text)")
        #expect(text.contains("(\(body.utf8.count) bytes)"), "\(text)")
    }

    @Test func theLoggerMasksTargetsAndErrors() {
        enum Account: TargetType {
            case signIn(user: String, password: String)

            var baseURL: URL { return URL(string: "https://example.com")! }
            var path: String { return "" }
            var method: Moya.Method { return .get }
            var task: Task { return .requestPlain }
            var headers: [String: String]? { return nil }
        }
        var lines: [String] = []
        let configuration = NetworkLoggerPlugin.Configuration(output: { _, items in lines += items })
        let plugin = NetworkLoggerPlugin(configuration: configuration)
        let target = Account.signIn(user: "ada", password: "hunter2")
        let url = "https://example.com/a?access_token=hunter3"
        let error = NSError(domain: "app", code: 7, userInfo: [NSURLErrorFailingURLStringErrorKey: url])
        plugin.didReceive(.failure(.underlying(error, nil)), target: target)
        plugin.didReceive(.success(Response(statusCode: 200, data: Data())), target: target)
        let text = lines.joined(separator: "\n")
        #expect(!text.contains("hunter"), "\(text)")
        for seen in ["signIn", "ada", "Error calling", "empty network response"] {
            #expect(text.contains(seen), "\(text)")
        }
    }

    @Test(arguments: [
        (#"login(["password": "hunter2, \"hunter3\"", "user": "ada"])"#, #"login(["password": …, "user": "ada"])"#),
        ("a=1 token=hunter2, user=ada", "a=1 token=…, user=ada"), ("a pin: hunter2 hunter3\nada", "a pin: …\nada"),
        ("password='hunter2 hunter3' ada", "password=… ada"), ("token=<hunter2> ada", "token=…> ada"),
        ("see https://ada:hunter2@h/?a=1&sig=hunter3", "see https://h/?a=1&sig=…"),
        ("status: 404, a=b", "status: 404, a=b"),
    ])
    func theLoggerMasksTextsOfErrors(text: String, shown: String) {
        struct Problem: Error, CustomStringConvertible { let description: String }
        var lines: [String] = []
        let configuration = NetworkLoggerPlugin.Configuration(output: { _, items in lines += items })
        let error = MoyaError.underlying(Problem(description: text + "\n"), nil)
        NetworkLoggerPlugin(configuration: configuration).didReceive(.failure(error), target: Local(base))
        #expect(lines.joined().contains("underlying(\(shown)\n, nil)"), "\(lines)")
    }

    @Test func theAppsOwnFormatterIsGivenTheDataAsItIs() {
        var texts: [String] = []
        let formatter = NetworkLoggerPlugin.Configuration.Formatter(
            requestData: { data in
                texts.append(String(decoding: data, as: UTF8.self))
                return "request"
            },
            responseData: { data in
                texts.append(String(decoding: data, as: UTF8.self))
                return "response"
            }
        )
        let configuration = NetworkLoggerPlugin.Configuration(
            formatter: formatter,
            output: { _, _ in },
            logOptions: .verbose
        )
        var target = Local(base, method: .post, task: .requestData(Data("password=hunter2".utf8)))
        target.sampleData = Data(#"{"token": "hunter3"}"#.utf8)
        MoyaProvider<Local>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [NetworkLoggerPlugin(configuration: configuration)]
        ).request(target) { _ in }
        #expect(texts == ["password=hunter2", #"{"token": "hunter3"}"#])
    }

    @Test func bodiesOfErrorsAreLoggedByTheirOwnOptionOnly() {
        let target = Local(base).strict
        #expect(!log(of: target, status: 404, body: #"{"a": "seen"}"#, [.successResponseBody]).contains("seen"))
        #expect(log(of: target, status: 404, body: #"{"a": "seen"}"#, [.errorResponseBody]).contains("seen"))
        #expect(log(of: target, body: #"{"a": "seen"}"#, [.successResponseBody]).contains("seen"))
    }

    @Test func theTokenReplacesAField() {
        struct Authorized: TargetType, AccessTokenAuthorizable {
            let baseURL = URL(string: "https://example.com")!
            let path = ""
            let method = Moya.Method.get
            let task = Task.requestPlain
            let headers: [String: String]? = ["authorization": "old"]
            let authorizationType: AuthorizationType? = .bearer
        }
        var fields: [String: String] = [:]
        MoyaProvider<Authorized>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [AccessTokenPlugin { _ in "new" }]
        ).request(Authorized()) { fields = (try? $0.get())?.request?.allHTTPHeaderFields ?? [:] }
        #expect(fields.values.sorted() == ["Bearer new"])
    }

    @Test func aCallThatIsCancelledBeforeItsRequestReachesNoPlugin() async {
        final class Heard: PluginType {
            let events = Recorder<String>()

            func willSend(_ request: RequestType, target: TargetType) { events.record("willSend") }

            func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
                events.record("didReceive")
            }

            func process(
                _ result: Result<Moya.Response, MoyaError>,
                target: TargetType
            ) -> Result<Moya.Response, MoyaError> {
                events.record("process")
                return result
            }
        }
        let plugin = Heard()
        var closure: MoyaProvider<Local>.RequestResultClosure?
        let provider = MoyaProvider<Local>(
            requestClosure: { closure = $1 },
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [plugin]
        )
        var error: Error?
        let call = provider.request(Local(base)) { error = $0.underlying }
        call.cancel()
        closure?(.success(URLRequest(url: base)))
        #expect((error as NSError?)?.code == NSURLErrorCancelled)
        #expect(plugin.events.events == ["process"])
    }

    @Test func eachPluginIsGivenTheCommandOfAStub() {
        struct Asking: PluginType {
            let commands: Recorder<String>

            func willSend(_ request: RequestType, target: TargetType) {
                _ = request.cURLDescription { commands.record($0) }
            }
        }
        let commands = Recorder<String>()
        MoyaProvider<Local>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [Asking(commands: commands), Asking(commands: commands)]
        ).request(Local(base)) { _ in }
        #expect(commands.events.count == 2)
        #expect(commands.events.allSatisfy { $0.hasPrefix("$ curl -v \\\n\t-X GET") })
    }

    @Test func aCommandCanBePastedIntoAShell() {
        let target = Local(base, method: .post, task: .requestData(Data(#"{"price": "$(id) `id` \"5\""}"#.utf8)))
        let text = log(of: target, [.formatRequestAscURL])
        #expect(text.contains(#"-d "{\"price\": \"\$(id) \`id\` \\\"5\\\"\"}""#), "\(text)")
    }

    @Test func mirrorsAndLogsShowNoSecret() throws {
        let url = try #require(
            URL(string: "https://ada:planted-secret@example.com/a?access_token=planted-secret&page=2")
        )
        var request = URLRequest(url: url)
        request.httpBody = Data("password=planted-secret".utf8)
        request.setValue("Bearer planted-secret", forHTTPHeaderField: "Authorization")
        let head = HTTPURLResponse(
            url: url,
            statusCode: 401,
            httpVersion: nil,
            headerFields: [
                "WWW-Authenticate": #"Bearer error_description="planted-secret has ended""#,
                "Set-Cookie": "a=planted-secret",
            ]
        )
        let body = Data(#"{"message": "planted-secret has ended"}"#.utf8)
        let response = Response(statusCode: 401, data: body, request: request, response: head)
        let part = MultipartFormData(provider: .data(Data("planted-secret".utf8)), name: "password")
        let endpoint = Endpoint(
            url: url.absoluteString,
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .post,
            task: .requestParameters(parameters: ["password": "planted-secret"], encoding: JSONEncoding.default),
            httpHeaderFields: ["Authorization": "Bearer planted-secret"]
        )
        let error = MoyaError.statusCode(response)
        var target = Local(base)
        target.headers = ["Authorization": "Bearer planted-secret"]
        let shown = Reflected(response, endpoint, error, part)
        #expect(shown.leaks(of: ["planted"]) == [])
        for seen in ["page=2", "has ended", "requestParameters", "Status Code: 401, Data Length: \(body.count)"] {
            #expect(shown.texts.contains { $0.contains(seen) }, "\(seen)")
        }

        var lines: [String] = []
        let configuration = NetworkLoggerPlugin.Configuration(
            output: { _, items in lines += items },
            logOptions: .verbose
        )
        NetworkLoggerPlugin(configuration: configuration).didReceive(.failure(error), target: target)
        let text = lines.joined(separator: "\n")
        #expect(!text.contains("planted") && text.contains("message") && text.contains("has ended"), "\(text)")
    }
}
