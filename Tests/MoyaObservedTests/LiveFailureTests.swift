import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How requests to a server fail.
@Suite(.enabled(if: Server.isThere)) struct LiveFailureTests {
    private func result(status: Int, _ validation: ValidationType, task: Task = .requestPlain) async throws
        -> Result<Response, MoyaError>
    {
        let url = try await Server.url()
        return await MoyaProvider<Sample>().result(
            of: Sample(baseURL: url, path: "/status/\(status)", task: task, validationType: validation)
        )
    }

    @Test("without validation any status is a success", arguments: [200, 400, 404, 500, 503])
    func noValidation(status: Int) async throws {
        #expect(try await result(status: status, .none).get().statusCode == status)
    }

    @Test("validation lets its codes through", arguments: [200, 201, 299])
    func passes(status: Int) async throws {
        #expect(try await result(status: status, .successCodes).get().statusCode == status)
    }

    @Test("failed validation is an underlying error with the response", arguments: [400, 404, 500])
    func fails(status: Int) async throws {
        let error = try await result(status: status, .successCodes).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response?.statusCode == status)
        #expect(error?.response?.response?.statusCode == status)
        #expect(error?.response?.request?.url?.path == "/status/\(status)")
    }

    @Test("failed validation has an error inside that knows the code")
    func validationError() async throws {
        let error = try await result(status: 404, .successCodes).error
        let inner = try #require(error?.wrapped?.asAFError)
        #expect(inner.isResponseValidationError)
        #expect(inner.responseCode == 404)
        #expect(!inner.isExplicitlyCancelledError)
        #expect(!inner.isSessionTaskError)
        #expect(error?.errorDescription == "Response status code was unacceptable: 404.")
    }

    @Test("failed validation keeps the body")
    func validationBody() async throws {
        let error = try await result(status: 418, .successCodes).error
        #expect(error?.response?.data.text.contains("teapot") == true)
    }

    @Test("custom codes are the only ones that pass")
    func customCodes() async throws {
        #expect(try await result(status: 404, .customCodes([404])).get().statusCode == 404)
        #expect(try await result(status: 200, .customCodes([404])).error?.response?.statusCode == 200)
        #expect(try await result(status: 500, .customCodes([])).get().statusCode == 500)
    }

    @Test("a redirect that leads nowhere passes by its code")
    func notModified() async throws {
        #expect(try await result(status: 304, .successAndRedirectCodes).get().statusCode == 304)
        #expect(try await result(status: 304, .successCodes).error?.response?.statusCode == 304)
    }

    @Test("a refused connection is an underlying error of the session's task")
    func refused() async throws {
        let sample = Sample(baseURL: URL(string: "http://127.0.0.1:1")!)
        let error = await MoyaProvider<Sample>().result(of: sample).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response == nil)
        let inner = try #require(error?.wrapped?.asAFError)
        #expect(inner.isSessionTaskError)
        #expect(!inner.isExplicitlyCancelledError)
        #expect(inner.responseCode == nil)
        #expect((inner.underlyingError as? URLError)?.code == .cannotConnectToHost)
    }

    @Test("a refused connection goes through all plugins' functions")
    func refusedPlugins() async {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(plugins: [recorder])
        _ = await provider.result(of: Sample(baseURL: URL(string: "http://127.0.0.1:1")!))
        #expect(
            recorder.log.lines == ["plugin prepare", "plugin willSend", "plugin didReceive", "plugin process"]
        )
    }

    @Test("a request that takes too long for its own timeout is an error of the session's task")
    func timeout() async throws {
        let provider = MoyaProvider<Sample>(requestClosure: { endpoint, done in
            var request = try! endpoint.urlRequest()
            request.timeoutInterval = 1
            done(.success(request))
        })
        let error = await provider.result(of: Sample(baseURL: try await Server.url(), path: "/delay/10")).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response == nil)
        #expect(error?.wrapped?.asAFError?.isSessionTaskError == true)
        #expect((error?.wrapped?.asAFError?.underlyingError as? URLError)?.code == .timedOut)
    }

    @Test("a cancelled request is an underlying error of explicit cancellation")
    func cancelled() async throws {
        let provider = MoyaProvider<Sample>()
        let sample = Sample(baseURL: try await Server.url(), path: "/delay/10")
        let error: MoyaError? = await withCheckedContinuation { continuation in
            let token = provider.request(sample) { continuation.resume(returning: $0.error) }
            #expect(!token.isCancelled)
            token.cancel()
            #expect(token.isCancelled)
        }
        #expect(error?.caseName == "underlying")
        #expect(error?.response == nil)
        #expect(error?.wrapped?.asAFError?.isExplicitlyCancelledError == true)
        #expect(error?.wrapped?.asAFError?.isSessionTaskError == false)
        #expect(error?.errorDescription == "Request explicitly cancelled.")
    }

    @Test("a request cancelled after it was sent is an underlying error of explicit cancellation")
    func cancelledLater() async throws {
        let recorder = Recorder()
        let plugin = ClosurePlugin()
        let sent = AsyncStream<Void>.makeStream()
        plugin.onWillSend = { _, _ in sent.continuation.yield() }
        let provider = MoyaProvider<Sample>(plugins: [recorder, plugin])
        let sample = Sample(baseURL: try await Server.url(), path: "/delay/10")
        let finished = AsyncStream<MoyaError?>.makeStream()
        let token = provider.request(sample) { finished.continuation.yield($0.error) }
        for await _ in sent.stream { break }
        token.cancel()
        var error: MoyaError?
        for await found in finished.stream {
            error = found
            break
        }
        #expect(error?.wrapped?.asAFError?.isExplicitlyCancelledError == true)
        #expect(
            recorder.log.lines == ["plugin prepare", "plugin willSend", "plugin didReceive", "plugin process"]
        )
    }

    @Test("a request cancelled before its closure answers is not sent")
    func cancelledBefore() async throws {
        let recorder = Recorder()
        let answer = Box<() -> Void>({})
        let provider = MoyaProvider<Sample>(
            requestClosure: { endpoint, done in answer.value = { done(.success(try! endpoint.urlRequest())) } },
            plugins: [recorder]
        )
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        let error: MoyaError? = await withCheckedContinuation { continuation in
            let token = provider.request(sample) { continuation.resume(returning: $0.error) }
            token.cancel()
            answer.value()
        }
        #expect((error?.wrapped as? NSError)?.code == NSURLErrorCancelled)
        #expect(!recorder.log.lines.contains("plugin willSend"))
    }

    @Test("cancelling after the completion changes nothing")
    func cancelledAfterwards() async throws {
        let provider = MoyaProvider<Sample>()
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        let log = Log()
        let box = Box<Cancellable?>(nil)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            box.value = provider.request(sample) { result in
                log.add(result.error?.caseName ?? "success")
                continuation.resume()
            }
        }
        box.value?.cancel()
        #expect(box.value?.isCancelled == true)
        #expect(log.lines == ["success"])
    }

    @Test("plugins receive and process a failed validation")
    func pluginsOfValidation() async throws {
        let log = Log()
        let plugin = ClosurePlugin()
        plugin.onDidReceive = { result, _ in log.add("received \(result.error?.response?.statusCode ?? 0)") }
        plugin.onProcess = { result, _ in
            log.add("processed \(result.error?.caseName ?? "success")")
            return result
        }
        let sample = Sample(baseURL: try await Server.url(), path: "/status/404", validationType: .successCodes)
        _ = await MoyaProvider<Sample>(plugins: [plugin]).result(of: sample)
        #expect(log.lines == ["received 404", "processed underlying"])
    }

    @Test("a URL of an unknown scheme fails as an underlying error")
    func unknownScheme() async {
        let error = await MoyaProvider<Sample>().result(of: Sample(baseURL: URL(string: "nothing://here")!)).error
        #expect(error?.caseName == "underlying")
    }

    @Test("a GET with a body is refused as an underlying error")
    func bodyOfGet() async throws {
        let sample = Sample(baseURL: try await Server.url(), path: "/get", task: .requestData(Data("x".utf8)))
        let error = await MoyaProvider<Sample>().result(of: sample).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response == nil)
        #expect(error?.wrapped?.asAFError?.isSessionTaskError == false)
    }

    @Test("credentials answer a challenge")
    func credentials() async throws {
        let plugin = CredentialsPlugin { _ in URLCredential(user: "user", password: "secret", persistence: .none) }
        let sample = Sample(baseURL: try await Server.url(), path: "/basic-auth/user/secret")
        let response = try await MoyaProvider<Sample>(plugins: [plugin]).result(of: sample).get()
        #expect(response.statusCode == 200)
        #expect(try response.mapString(atKeyPath: "user") == "user")
    }

    @Test("activity ends before the completion of a failure")
    func activity() async {
        let log = Log()
        let plugin = NetworkActivityPlugin { change, target in log.add("\(change) \(target.path)") }
        let provider = MoyaProvider<Sample>(plugins: [plugin])
        _ = await provider.result(of: Sample(baseURL: URL(string: "http://127.0.0.1:1")!, path: "/p"))
        #expect(log.lines == ["began /p", "ended /p"])
    }

    @Test("a refused connection is logged with the target and the error")
    func loggedRefusal() async throws {
        let log = Log()
        let logger = NetworkLoggerPlugin(
            configuration: .init(
                formatter: .init(entry: { identifier, message, _ in "\(identifier): \(message)" }),
                output: { _, items in items.forEach(log.add) },
                logOptions: .requestMethod
            )
        )
        let sample = Sample(baseURL: URL(string: "http://127.0.0.1:1")!)
        let error = try #require(await MoyaProvider<Sample>(plugins: [logger]).result(of: sample).error)
        #expect(
            log.lines == [
                "Request: http://127.0.0.1:1/things", "HTTP Request Method: GET",
                "Error: Error calling \(sample) : \(error)",
            ]
        )
    }

    @Test("a failed validation is logged as its response and body")
    func loggedValidation() async throws {
        let log = Log()
        let logger = NetworkLoggerPlugin(
            configuration: .init(
                formatter: .init(entry: { identifier, message, _ in "\(identifier): \(message)" }),
                output: { _, items in items.forEach(log.add) },
                logOptions: .errorResponseBody
            )
        )
        let sample = Sample(baseURL: try await Server.url(), path: "/status/402", validationType: .successCodes)
        let error = await MoyaProvider<Sample>(plugins: [logger]).result(of: sample).error
        let response = try #require(error?.response)
        #expect(
            log.lines == [
                "Request: \(sample.baseURL.absoluteString)/status/402",
                "Response: \(response.response?.description ?? "none")", "Response Body: \(response.data.text)",
            ]
        )
        #expect(!response.data.isEmpty)
    }
}
