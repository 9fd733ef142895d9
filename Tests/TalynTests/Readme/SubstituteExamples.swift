import Foundation
import Talyn
import TalynURLSession
import TestSupport
import Testing
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A plugin that judges responses and failures alike.
struct OutagePlugin: CallInterceptor {
    let onOutage: @Sendable () -> Void

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        let result = await Result(of: next, for: endpoint)
        if result.response?.statusCode == 503 { onOutage() }
        return try result.get()
    }
}

/// A substitute that is no part of Talyn.
private final class Echo: SubstituteTransport {
    var isLive: Bool { false }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        TransportResponse(statusCode: 200, body: HTTPBody(Data((request.head.path ?? "").utf8)))
    }
}

/// A delegate that passes the events of tasks on, as a transport on URLSession of one's own does.
private final class TaskDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Locked<[Int: URLSessionExchange]>([:])

    func follow(_ task: URLSessionTask, _ exchange: URLSessionExchange) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.receive(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data, of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchange(of: task)?.finish(error)
        exchanges.withLock { $0[task.taskIdentifier] = nil }
    }
}

/// A transport on a session of one's own.
private struct SessionTransport: Transport {
    let delegate: TaskDelegate
    let session: URLSession

    init(_ delegate: TaskDelegate) {
        self.delegate = delegate
        session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let exchange = URLSessionExchange()
        let task = session.dataTask(with: try URLRequest(request))
        delegate.follow(task, exchange)
        exchange.whenAborted { task.cancel() }
        task.resume()
        return try await exchange.response()
    }
}

struct SubstituteExampleTests {
    @Test func outageIsTold() async throws {
        let outages = Recorder<String>()
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 503, body: HTTPBody(Data())) }
        let plugin = OutagePlugin { outages.record("503") }
        let provider = Provider<GitHub>(transport: transport, plugins: [plugin])
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(outages.events == ["503"])
    }

    @Test func substituteAnswersTheCallsOfAScope() async throws {
        let recorder = Echo()
        try await withSubstitute(recorder) {
            let zen = try await Provider<GitHub>().request(.zen, as: String.self)
            print(zen)
            #expect(zen == "/zen")
        }
    }

    @Test func sessionOfOnesOwnCarriesACall() async throws {
        let transport = SessionTransport(TaskDelegate())
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "zen")] }) { server in
            let response = try await Provider<Probe>(transport: transport).request(Probe(server.baseURL, "/"))
            #expect(response.data == Data("zen".utf8))
        }
        transport.session.finishTasksAndInvalidate()
    }
}
