// With its trait, Alamofire sends the requests.
#if !Alamofire && (AsyncHTTPClient || !os(Linux))
import Foundation
import Moya
import TestSupport
import Testing

@Suite(.serialized, .sockets) struct LiveCallTests {
    private let nowhere = URL(string: "http://127.0.0.1:1")!

    /// Lets a request fail with an error of its own.
    private struct Refusing: RequestInterceptor {
        struct Failure: Error {}

        func retry(
            _ request: Request,
            for session: Session,
            dueTo error: Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            completion(.doNotRetryWithError(Failure()))
        }
    }

    @Test(arguments: [true, false])
    func validationIsReadOnceWhereTheCallIsMade(_ isIntercepted: Bool) async throws {
        struct Watched: TargetType {
            let baseURL: URL
            let path = ""
            let method = Moya.Method.get
            let task = Task.requestPlain
            let headers: [String: String]? = nil
            let read: @Sendable () -> Void

            var validationType: ValidationType {
                read()
                return .successCodes
            }
        }
        let queue = DispatchQueue(label: "caller")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let reads = Recorder<Bool?>()
        let session = Session(configuration: .patient, interceptor: isIntercepted ? Refusing() : nil)
        try await FaultServer.withServer(script: { _ in [.answer(404)] }) { server in
            let target = Watched(baseURL: server.baseURL) { reads.record(DispatchQueue.getSpecific(key: key)) }
            let provider = MoyaProvider<Watched>(session: session)
            let result = await withCheckedContinuation { continuation in
                queue.async {
                    provider.request(target, callbackQueue: .global()) { continuation.resume(returning: $0) }
                }
            }
            #expect(result.error?.response?.statusCode == 404)
        }
        #expect(reads.events == [true])
    }

    @Test(arguments: [true, false])
    func theBodyOfARefusedResponseIsWhole(_ isIntercepted: Bool) async throws {
        let size = 3 << 20
        let session = Session(configuration: .patient, interceptor: isIntercepted ? Refusing() : nil)
        let body = String(repeating: "x", count: size)
        try await FaultServer.withServer(script: { _ in [.answer(404, [:], body)] }) { server in
            let result = await MoyaProvider<Local>(session: session).result(of: Local(server.baseURL).strict)
            #expect(result.underlying?.asAFError?.responseCode == 404)
            #expect(result.error?.response?.data.count == size)
        }
    }

    @Test func aRefusedResponseThatBreaksOffIsABrokenOne() async throws {
        let head = "HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\nabc"
        try await FaultServer.withServer(script: { _ in [.send(head), .close] }) { server in
            let result = await MoyaProvider<Local>(session: .patient).result(of: Local(server.baseURL).strict)
            #expect(result.underlying?.asAFError?.isSessionTaskError == true)
            #expect(result.error?.response?.statusCode == 404)
        }
    }

    /// Notes what it hears of a request, and gives it a body.
    private struct Hearing: PluginType {
        let events = Recorder<String>()
        var body: Data?

        func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
            events.record("prepare")
            var request = request
            if let body { request.httpBody = body }
            return request
        }

        func willSend(_ request: RequestType, target: TargetType) { events.record("willSend") }
    }

    @Test func noPluginPreparesAGETThatHasABody() async {
        let plugin = Hearing()
        let provider = MoyaProvider<Local>(session: .patient, plugins: [plugin])
        let result = await provider.result(of: Local(nowhere, task: .requestData(Data("x".utf8))))
        #expect(result.underlying?.asAFError?.isRequestValidationError == true)
        #expect(plugin.events.events.isEmpty)
    }

    @Test func aGETThatAPluginGivesABodyFailsToBeAdapted() async {
        let plugin = Hearing(body: Data("x".utf8))
        let provider = MoyaProvider<Local>(session: .patient, plugins: [plugin])
        let error = await provider.result(of: Local(nowhere)).underlying?.asAFError
        #expect(error?.isRequestAdaptationError == true)
        #expect(error?.underlyingError?.asAFError?.isRequestValidationError == true)
        #expect(plugin.events.events == ["prepare", "willSend"])
    }
}
#endif
