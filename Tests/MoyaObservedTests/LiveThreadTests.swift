import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// On which queues things happen, and in which order, with a server.
@Suite(.enabled(if: Server.isThere)) struct LiveThreadTests {
    private final class Places: PluginType, @unchecked Sendable {
        let log = Log()
        let isHere: () -> Bool

        init(isHere: @escaping () -> Bool) {
            self.isHere = isHere
        }

        func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
            log.add("prepare \(isHere())")
            return request
        }

        func willSend(_ request: RequestType, target: TargetType) {
            log.add("willSend \(isHere())")
        }

        func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
            log.add("didReceive \(isHere())")
        }

        func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
            log.add("process \(isHere())")
            return result
        }
    }

    private func run(_ places: Places, callbackQueue: DispatchQueue?, provider queue: DispatchQueue? = nil) async throws
    {
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        let provider = MoyaProvider<Sample>(callbackQueue: queue, plugins: [places])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            provider.request(sample, callbackQueue: callbackQueue) { _ in
                places.log.add("completed \(places.isHere())")
                continuation.resume()
            }
        }
    }

    @Test("without a callback queue all answers come on the main queue, and nothing before")
    func mainQueue() async throws {
        MainQueue.mark()
        let places = Places { MainQueue.isCurrent }
        try await run(places, callbackQueue: nil)
        #expect(
            places.log.lines == [
                "prepare false", "willSend false", "didReceive true", "process true", "completed true",
            ]
        )
    }

    @Test("a request from the main actor is prepared and sent elsewhere, too")
    @MainActor
    func fromMainActor() async throws {
        MainQueue.mark()
        let places = Places { MainQueue.isCurrent }
        try await run(places, callbackQueue: nil)
        #expect(places.log.lines.prefix(2) == ["prepare false", "willSend false"])
        #expect(places.log.lines.last == "completed true")
    }

    @Test("a request from a background queue is answered on the main queue")
    func fromBackground() async throws {
        MainQueue.mark()
        let places = Places { MainQueue.isCurrent }
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        let provider = MoyaProvider<Sample>(plugins: [places])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            DispatchQueue.global().async {
                provider.request(sample) { _ in continuation.resume() }
            }
        }
        #expect(places.log.lines == ["prepare false", "willSend false", "didReceive true", "process true"])
    }

    @Test("with a callback queue all answers come on that")
    func callbackQueue() async throws {
        let marked = MarkedQueue()
        let places = Places { marked.isCurrent }
        try await run(places, callbackQueue: marked.queue)
        #expect(
            places.log.lines == [
                "prepare false", "willSend false", "didReceive true", "process true", "completed true",
            ]
        )
    }

    @Test("the provider's callback queue gets the answers, unless the request has one")
    func providerQueue() async throws {
        let marked = MarkedQueue()
        let places = Places { marked.isCurrent }
        try await run(places, callbackQueue: nil, provider: marked.queue)
        #expect(places.log.lines.last == "completed true")
        let other = Places { marked.isCurrent }
        try await run(other, callbackQueue: marked.queue, provider: DispatchQueue(label: "provider"))
        #expect(other.log.lines.last == "completed true")
    }

    @Test("two plugins take turns in each step")
    func twoPlugins() async throws {
        let log = Log()
        let provider = MoyaProvider<Sample>(plugins: [Recorder("one", log: log), Recorder("two", log: log)])
        _ = await provider.result(of: Sample(baseURL: try await Server.url(), path: "/get"))
        #expect(
            log.lines == [
                "one prepare", "two prepare", "one willSend", "two willSend", "one didReceive", "two didReceive",
                "one process", "two process",
            ]
        )
    }

    @Test("plugins are told of the prepared request, with the session's header fields beside it")
    func willSend() async throws {
        let log = Log()
        let one = ClosurePlugin()
        let two = ClosurePlugin()
        one.onWillSend = { request, _ in
            log.add(request.request?.url?.path ?? "none")
            log.add(request.request?.value(forHTTPHeaderField: "X-Plugin") ?? "none")
            log.add(request.sessionHeaders.keys.sorted().joined(separator: ","))
        }
        two.onPrepare = { request, _ in
            var request = request
            request.setValue("two", forHTTPHeaderField: "X-Plugin")
            return request
        }
        let provider = MoyaProvider<Sample>(plugins: [one, two])
        _ = await provider.result(of: Sample(baseURL: try await Server.url(), path: "/get"))
        #expect(log.lines == ["/get", "two", "Accept-Encoding,Accept-Language,User-Agent"])
    }

    @Test("plugins see the target itself")
    func target() async throws {
        let log = Log()
        let plugin = ClosurePlugin()
        plugin.onWillSend = { _, target in log.add("\(target is MultiTarget)") }
        plugin.onDidReceive = { _, target in log.add("\(target is MultiTarget)") }
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        _ = await MoyaProvider<Sample>(plugins: [plugin]).result(of: sample)
        _ = await MoyaProvider<MultiTarget>(plugins: [plugin]).result(of: MultiTarget(sample))
        #expect(log.lines == ["false", "false", "true", "true"])
    }

    @Test("a request can be written as a curl command")
    func curl() async throws {
        let lines = AsyncStream<[String]>.makeStream()
        let plugin = ClosurePlugin()
        plugin.onWillSend = { request, _ in
            _ = request.cURLDescription { lines.continuation.yield($0.components(separatedBy: " \\\n\t")) }
        }
        let sample = Sample(
            baseURL: try await Server.url(),
            path: "/anything",
            method: .post,
            task: .requestJSONEncodable(Person(name: "Ada")),
            headers: ["X-One": "1"]
        )
        _ = await MoyaProvider<Sample>(plugins: [plugin]).result(of: sample)
        var found: [String] = []
        for await command in lines.stream {
            found = command
            break
        }
        #expect(found.first == "$ curl -v")
        #expect(found.dropFirst().first == "-X POST")
        #expect(found.contains(#"-H "X-One: 1""#))
        #expect(found.contains(#"-H "Content-Type: application/json""#))
        #expect(found.contains { $0.hasPrefix(#"-H "User-Agent: "#) })
        #expect(found.contains { $0.hasPrefix(#"-H "Accept-Encoding: "#) })
        #expect(found.contains { $0.hasPrefix(#"-H "Accept-Language: "#) })
        #expect(found.contains(#"-d "{\"name\":\"Ada\"}""#))
        #expect(found.last == "\"\(sample.baseURL.absoluteString)/anything\"")
        #expect(found.count == 9)
    }

    @Test("equal requests in flight are sent once and complete all")
    func sharedInFlight() async throws {
        let recorder = Recorder()
        let hold = DispatchSemaphore(value: 0)
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, _ in
            hold.wait()
            return request
        }
        let provider = MoyaProvider<Sample>(plugins: [plugin, recorder], trackInflights: true)
        let sample = Sample(baseURL: try await Server.url(), path: "/get")
        let done = Log()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            for name in ["first", "second"] {
                provider.request(sample) { result in
                    done.add("\(name) \(result.error == nil)")
                    if done.lines.count == 2 { continuation.resume() }
                }
            }
            hold.signal()
        }
        #expect(done.lines == ["first true", "second true"])
        #expect(recorder.log.lines.filter { $0 == "plugin willSend" }.count == 1)
        #expect(recorder.log.lines.filter { $0 == "plugin didReceive" }.count == 1)
        #expect(recorder.log.lines.filter { $0 == "plugin process" }.count == 2)
    }
}
