import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What plugins see of stubbed requests, and what they change.
struct StubbedPluginTests {
    private func provider(
        stub: @escaping MoyaProvider<Sample>.StubClosure = MoyaProvider<Sample>.immediatelyStub,
        _ plugins: PluginType...
    ) -> MoyaProvider<Sample> {
        MoyaProvider<Sample>(stubClosure: stub, plugins: plugins)
    }

    @Test("a plugin prepares, sends, receives and processes before the completion")
    func order() {
        let recorder = Recorder()
        provider(recorder).request(Sample()) { _ in recorder.log.add("completed") }
        #expect(
            recorder.log.lines == [
                "plugin prepare", "plugin willSend", "plugin didReceive", "plugin process", "completed",
            ]
        )
    }

    @Test("each step goes through all plugins in order before the next")
    func twoPlugins() {
        let log = Log()
        provider(Recorder("one", log: log), Recorder("two", log: log)).request(Sample()) { _ in log.add("completed") }
        #expect(
            log.lines == [
                "one prepare", "two prepare", "one willSend", "two willSend", "one didReceive", "two didReceive",
                "one process", "two process", "completed",
            ]
        )
    }

    @Test("a network error goes through the same steps")
    func networkError() {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(
            endpointClosure: { target in
                Endpoint(
                    url: "https://example.com",
                    sampleResponseClosure: { .networkError(NSError(domain: "test", code: 1)) },
                    method: .get,
                    task: .requestPlain,
                    httpHeaderFields: nil
                )
            },
            stubClosure: MoyaProvider<Sample>.immediatelyStub,
            plugins: [recorder]
        )
        provider.request(Sample()) { _ in recorder.log.add("completed") }
        #expect(
            recorder.log.lines == [
                "plugin prepare", "plugin willSend", "plugin didReceive", "plugin process", "completed",
            ]
        )
    }

    @Test("a request that cannot be made is only processed")
    func unmakeable() {
        let recorder = Recorder()
        let sample = Sample(task: .requestParameters(parameters: [:], encoding: RefusingEncoding()))
        provider(recorder).request(sample) { _ in recorder.log.add("completed") }
        #expect(recorder.log.lines == ["plugin process", "completed"])
    }

    @Test("preparing and sending come before the delay of a stub")
    func delayed() async {
        let recorder = Recorder()
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let provider = provider(stub: MoyaProvider<Sample>.delayedStub(0.01), recorder)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            provider.request(Sample(), callbackQueue: queue) { _ in continuation.resume() }
            recorder.log.add("returned")
            queue.resume()
        }
        #expect(
            recorder.log.lines == [
                "plugin prepare", "plugin willSend", "returned", "plugin didReceive", "plugin process",
            ]
        )
    }

    @Test("receiving and processing run on the callback queue, preparing and sending on the caller's thread")
    func threads() async {
        let marked = MarkedQueue()
        let log = Log()
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, _ in
            log.add("prepare \(marked.isCurrent)")
            return request
        }
        plugin.onWillSend = { _, _ in log.add("willSend \(marked.isCurrent)") }
        plugin.onDidReceive = { _, _ in log.add("didReceive \(marked.isCurrent)") }
        plugin.onProcess = { result, _ in
            log.add("process \(marked.isCurrent)")
            return result
        }
        _ = await provider(plugin).result(of: Sample(), callbackQueue: marked.queue)
        #expect(log.lines == ["prepare false", "willSend false", "didReceive true", "process true"])
    }

    @Test("plugins prepare one another's requests")
    func prepareInTurn() async throws {
        let one = ClosurePlugin()
        let two = ClosurePlugin()
        one.onPrepare = { request, _ in
            var request = request
            request.setValue("one", forHTTPHeaderField: "X-Plugin")
            return request
        }
        two.onPrepare = { request, _ in
            var request = request
            request.setValue(
                "\(request.value(forHTTPHeaderField: "X-Plugin") ?? "") two",
                forHTTPHeaderField: "X-Plugin"
            )
            return request
        }
        let response = try await provider(one, two).result(of: Sample()).get()
        #expect(response.request?.value(forHTTPHeaderField: "X-Plugin") == "one two")
    }

    @Test("a plugin prepares a request with the target's header fields and body")
    func preparedRequest() async {
        let seen = Box<URLRequest?>(nil)
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, _ in
            seen.value = request
            return request
        }
        _ = await provider(plugin).result(
            of: Sample(method: .post, task: .requestJSONEncodable(Person(name: "Ada")), headers: ["X-A": "1"])
        )
        #expect(seen.value?.url?.absoluteString == "https://example.com/things")
        #expect(seen.value?.httpMethod == "POST")
        #expect(seen.value?.httpBody?.text == #"{"name":"Ada"}"#)
        #expect(seen.value?.allHTTPHeaderFields == ["X-A": "1", "Content-Type": "application/json"])
    }

    @Test("all plugins are told of the request as the last one prepared it")
    func sentRequest() async {
        let log = Log()
        let one = ClosurePlugin()
        let two = ClosurePlugin()
        one.onWillSend = { request, _ in log.add(request.request?.value(forHTTPHeaderField: "X-Plugin") ?? "none") }
        two.onPrepare = { request, _ in
            var request = request
            request.setValue("two", forHTTPHeaderField: "X-Plugin")
            return request
        }
        _ = await provider(one, two).result(of: Sample())
        #expect(log.lines == ["two"])
    }

    @Test("a request to be sent has the session's default header fields")
    func sessionHeaders() async {
        let names = Box<[String]>([])
        let plugin = ClosurePlugin()
        plugin.onWillSend = { request, _ in names.value = request.sessionHeaders.keys.sorted() }
        _ = await provider(plugin).result(of: Sample())
        #expect(names.value == ["Accept-Encoding", "Accept-Language", "User-Agent"])
    }

    @Test("plugins see the target itself")
    func target() async {
        let log = Log()
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, target in
            log.add((target as? Sample)?.path ?? "other")
            return request
        }
        plugin.onWillSend = { _, target in log.add((target as? Sample)?.path ?? "other") }
        plugin.onDidReceive = { _, target in log.add((target as? Sample)?.path ?? "other") }
        plugin.onProcess = { result, target in
            log.add((target as? Sample)?.path ?? "other")
            return result
        }
        _ = await provider(plugin).result(of: Sample(path: "/p"))
        #expect(log.lines == ["/p", "/p", "/p", "/p"])
    }

    @Test("plugins of a provider for any target see the multi-target")
    func multiTarget() async {
        let log = Log()
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, target in
            log.add("\(target is MultiTarget) \((target as? MultiTarget)?.target is Sample)")
            return request
        }
        plugin.onDidReceive = { _, target in log.add("\(target is MultiTarget)") }
        let provider = MoyaProvider<MultiTarget>(
            stubClosure: MoyaProvider<MultiTarget>.immediatelyStub,
            plugins: [plugin]
        )
        _ = await provider.result(of: MultiTarget(Sample()))
        #expect(log.lines == ["true true", "true"])
    }

    @Test("plugins process one another's results")
    func processInTurn() async throws {
        let one = ClosurePlugin()
        let two = ClosurePlugin()
        one.onProcess = { _, _ in .success(Response(statusCode: 1, data: Data())) }
        two.onProcess = { result, _ in
            .success(Response(statusCode: ((try? result.get().statusCode) ?? 0) + 1, data: Data()))
        }
        #expect(try await provider(one, two).result(of: Sample()).get().statusCode == 2)
    }

    @Test("a plugin can make a failure of a success, and the other way round")
    func processBothWays() async {
        let failing = ClosurePlugin()
        let healing = ClosurePlugin()
        failing.onProcess = { _, _ in .failure(.requestMapping("no")) }
        #expect(await provider(failing).result(of: Sample()).error?.caseName == "requestMapping")
        healing.onProcess = { _, _ in .success(Response(statusCode: 200, data: Data("healed".utf8))) }
        let refused = Sample(task: .requestParameters(parameters: [:], encoding: RefusingEncoding()))
        #expect((try? await provider(healing).result(of: refused).get())?.data.text == "healed")
    }

    @Test("what plugins receive is not processed")
    func receivedUnprocessed() async {
        let log = Log()
        let plugin = ClosurePlugin()
        plugin.onProcess = { _, _ in .failure(.requestMapping("no")) }
        plugin.onDidReceive = { result, _ in log.add(result.error?.caseName ?? "success") }
        _ = await provider(plugin).result(of: Sample())
        #expect(log.lines == ["success"])
    }

    @Test("plugins receive a failed validation")
    func receivedValidation() async {
        let log = Log()
        let plugin = ClosurePlugin()
        plugin.onDidReceive = { result, _ in log.add(result.error?.caseName ?? "success") }
        _ = await provider(plugin).result(of: Sample(validationType: .customCodes([500])))
        #expect(log.lines == ["underlying"])
    }

    @Test("a plugin need not do anything")
    func emptyPlugin() async throws {
        struct Empty: PluginType {}
        #expect(try await provider(Empty()).result(of: Sample(sampleData: Data("x".utf8))).get().data.text == "x")
    }
}
