#if Alamofire
import Alamofire
import Foundation
import HTTPTypes
import Talyn
import TalynAlamofire
import TalynURLSession
import Testing
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls over a real Alamofire session to a real server.
@Suite(.serialized, .sockets) struct AlamofireTransportTests {
    // MARK: Requests and responses

    @Test(arguments: [true, false])
    func requestArrivesWholeAndSoDoesTheResponse(startRequestsImmediately: Bool) async throws {
        let transport = AlamofireTransport.with(
            headers: ["X-Session": "s"],
            startRequestsImmediately: startRequestsImmediately
        )
        let script: FaultServer.Script = { _ in [.answer(201, "made", fields: ["X-Answer: yes"])] }
        try await FaultServer.withServer(script: script) { server in
            var call = Call(server.baseURL)
            call.path = "/things"
            call.query = ["a": "b"]
            call.method = .post
            call.headerFields = [HTTPField.Name("X-Call")!: "c"]
            call.body = .data(Data("thing".utf8))
            let response = try await Provider<Call>(transport: transport).request(call)
            #expect(response.statusCode == 201)
            #expect(try response.decode(String.self) == "made")
            #expect(response.headerFields[.init("X-Answer")!] == "yes")
            let request = try #require(server.requests.first)
            #expect(request.requestLine == "POST /things?a=b HTTP/1.1")
            #expect(request.body == Array("thing".utf8))
            #expect(request.header("X-Session") == ["s"])
            #expect(request.header("X-Call") == ["c"])
        }
    }

    @Test func pluginsSeeTheHeaderFieldsOfTheSession() {
        let transport = AlamofireTransport.with(headers: ["X-Session": "s"])
        #expect(transport.defaultHeaderFields == [HTTPField.Name("X-Session")!: "s"])
    }

    @Test(arguments: [
        RequestOptions { $0.redirects = .doNotFollow }, RequestOptions { $0.cookies = .ignore },
        RequestOptions { $0.secretHeaderFields = ["X-Customer"] },
    ])
    func optionThatOnlyTheSessionCanDecideOnIsRefused(options: RequestOptions) async throws {
        let call = Call(URL(fileURLWithPath: "/"))
        let provider = Provider<Call>(transport: AlamofireTransport.with(), requestOptions: options)
        let error = await #expect(throws: TalynError.self) { try await provider.request(call) }
        #expect(error?.underlyingError is TransportOptionsError)
    }

    @Test func sessionIsATransport() async throws {
        let session = AlamofireTransport.with(headers: ["X-Session": "s"]).session
        try await FaultServer.withServer(script: { _ in [.answer(200, "hello")] }) { server in
            let provider = Provider<Call>(transport: session)
            #expect(provider.transport.defaultHeaderFields == [HTTPField.Name("X-Session")!: "s"])
            let text = try await provider.request(Call(server.baseURL), as: String.self)
            #expect(text == "hello")
        }
    }

    @Test func progressIsReportedAsTheResponseArrives() async throws {
        let script: FaultServer.Script = { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .waitForRelease, .send("final")]
        }
        try await FaultServer.withServer(script: script) { server in
            var reports: [Double?] = []
            var response: Response?
            for try await event in Provider<Call>(transport: AlamofireTransport.with()).transfer(Call(server.baseURL)) {
                switch event {
                case .sent: break
                case .received(let progress):
                    reports.append(progress.fraction)
                    if progress.completed == 5 { server.release() }
                case .finished(let finished): response = finished
                default: break
                }
            }
            #expect(response?.data == Data("firstfinal".utf8))
            #expect(reports == [0.5, 1])
        }
    }

    // MARK: Interceptors

    @Test(arguments: [StatusValidation.successCodes, .codes([200])])
    func refusedStatusReachesTheInterceptor(_ validation: StatusValidation) async throws {
        let renewal = TokenRenewal()
        let monitor = RecordingMonitor()
        let transport = AlamofireTransport.with(interceptor: renewal, eventMonitors: [monitor])
        let script: FaultServer.Script = { request in
            request.header("X-Token") == ["new"] ? [.answer(200, "welcome")] : [.answer(401, "go away")]
        }
        try await FaultServer.withServer(script: script) { server in
            let response = try await Provider<Call>(transport: transport)
                .request(Call(server.baseURL, validation))
            #expect(response.statusCode == 200)
            #expect(try response.decode(String.self) == "welcome")
            #expect(server.requests.map { $0.header("X-Token") } == [["old"], ["new"]])
            #expect((renewal.errors.value as? [AFError])?.map(\.responseCode) == [401])
            await monitor.events.wait { $0.contains("finished 200") }
            #expect(monitor.events.value == ["resumed", "retrying", "finished 200"])
        }
    }

    @Test func statusIsNotRefusedWithoutValidation() async throws {
        let renewal = TokenRenewal()
        try await FaultServer.withServer(script: { _ in [.answer(401, "go away")] }) { server in
            let response = try await Provider<Call>(transport: AlamofireTransport.with(interceptor: renewal))
                .request(Call(server.baseURL))
            #expect(response.statusCode == 401)
            #expect(try response.decode(String.self) == "go away")
            #expect(renewal.errors.value.isEmpty)
        }
    }

    @Test func statusThatStaysRefusedFailsTheCallWithItsResponse() async throws {
        try await FaultServer.withServer(script: { _ in [.answer(404, "not here")] }) { server in
            let error = await #expect(throws: TalynError.self) {
                try await Provider<Call>(transport: AlamofireTransport.with(interceptor: TokenRenewal()))
                    .request(Call(server.baseURL, .successCodes))
            }
            #expect(error?.reason == .unacceptableStatus)
            #expect(error?.statusCode == 404)
            #expect(error?.response?.data == Data("not here".utf8))
            #expect(server.requests.count == 2)
        }
    }

    @Test func failedRetrierFailsTheCallWithTheResponse() async throws {
        try await FaultServer.withServer(script: { _ in [.answer(401, "go away")] }) { server in
            let error = await #expect(throws: TalynError.self) {
                try await Provider<Call>(transport: AlamofireTransport.with(interceptor: TokenRenewal(fails: true)))
                    .request(Call(server.baseURL, .successCodes))
            }
            let reason = error?.transportError?.underlyingError as? AFError
            guard case .requestRetryFailed(let retryError, _) = reason else {
                Issue.record("\(String(describing: reason))")
                return
            }
            #expect(retryError is TokenRenewal.NoToken)
            #expect(error?.statusCode == 401)
            #expect(error?.response?.data == Data("go away".utf8))
        }
    }

    @Test func failedConnectionIsRetried() async throws {
        let first = Watched(true)
        let script: FaultServer.Script = { _ in
            let isFirst = first.update { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            return isFirst ? [.reset] : [.answer(200, "welcome")]
        }
        try await FaultServer.withServer(script: script) { server in
            let response = try await Provider<Call>(transport: AlamofireTransport.with(interceptor: TokenRenewal()))
                .request(Call(server.baseURL))
            #expect(try response.decode(String.self) == "welcome")
        }
    }

    @Test func acceptedResponseIsNotContinuedWithAnother() async throws {
        let renewal = TokenRenewal()
        let script: FaultServer.Script = { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .close]
        }
        try await FaultServer.withServer(script: script) { server in
            let error = await #expect(throws: TalynError.self) {
                try await Provider<Call>(transport: AlamofireTransport.with(interceptor: renewal))
                    .request(Call(server.baseURL, .successCodes))
            }
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(renewal.errors.value.count == 1)
        }
    }

    @Test func adapterThatFailsSendsNothing() async throws {
        let adapter = Adapter { _, _, completion in completion(.failure(TokenRenewal.NoToken())) }
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let error = await #expect(throws: TalynError.self) {
                try await Provider<Call>(transport: AlamofireTransport.with(interceptor: adapter))
                    .request(Call(server.baseURL))
            }
            guard case .requestAdaptationFailed = error?.transportError?.underlyingError as? AFError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.connectionCount == 0)
        }
    }

    // MARK: Failures and cancellation

    @Test func failureIsATransportErrorWithAlamofiresErrorInside() async throws {
        let baseURL = try await FaultServer.withServer(script: { _ in [] }) { $0.baseURL }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Call>(transport: AlamofireTransport.with()).request(Call(baseURL))
        }
        #expect(error?.transportError?.kind == .cannotConnect)
        #expect((error?.transportError?.underlyingError as? AFError)?.isSessionTaskError == true)
    }

    @Test(
        arguments: [
            [.hang],
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .hang],
        ] as [[FaultServer.Step]]
    )
    func cancellationEndsTheRequest(_ steps: [FaultServer.Step]) async throws {
        let monitor = RecordingMonitor()
        let transport = AlamofireTransport.with(eventMonitors: [monitor])
        try await FaultServer.withServer(script: { _ in steps }) { server in
            let call = Task { try await Provider<Call>(transport: transport).request(Call(server.baseURL)) }
            await server.requests(atLeast: 1)
            call.cancel()
            let error = await #expect(throws: TalynError.self) { try await call.value }
            #expect(error?.isCancelled == true)
            await server.connectionsClosed(atLeast: 1)
            await monitor.events.wait { $0.contains { $0.hasPrefix("finished") } }
            #expect(monitor.events.value.contains("cancelled"))
        }
    }

    @Test func requestOutlivesEveryoneElsesHoldOnTheTransport() async throws {
        try await FaultServer.withServer(script: { _ in [.waitForRelease, .answer(200, "hello")] }) { server in
            let call = Task {
                try await Provider<Call>(transport: AlamofireTransport.with()).request(Call(server.baseURL))
            }
            await server.requests(atLeast: 1)
            server.release()
            let response = try await call.value
            #expect(response.data == Data("hello".utf8))
        }
    }

    // MARK: Uploads

    @Test(arguments: [true, false])
    func streamedBodyIsUploadedAndReported(isAccepted: Bool) async throws {
        let body = Data(repeating: 7, count: 3_000_000)
        try await FaultServer.withServer(script: { _ in [.answer(isAccepted ? 200 : 500, "thanks")] }) { server in
            let content = HTTPBody(isReplayable: false) { body.chunks(of: 100_000) }
            var request = OutgoingRequest(method: .put, url: server.baseURL, body: content)
            request.target = Call(server.baseURL, .successCodes)
            let sent = Watched<[Int64]>([])
            request.onSend = { count in sent.update { $0.append(count) } }
            let files = UploadedFiles()
            let response = try await AlamofireTransport.with(eventMonitors: [files]).send(request)
            #expect(response.statusCode == (isAccepted ? 200 : 500))
            var text = ""
            for try await chunk in response.body { text += String(decoding: chunk, as: UTF8.self) }
            #expect(text == "thanks")
            #expect(server.requests.first?.body == Array(body))
            #expect(server.requests.first?.header("Content-Length") == ["3000000"])
            #expect(sent.value.last == 3_000_000)
            #expect(sent.value == sent.value.sorted())
            #expect(files.urls.value.count == 1)
            #expect(files.urls.value.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
        }
    }

    @Test func fileIsUploadedFromItsPlace() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("body", "thing")
        try await FaultServer.withServer(script: { _ in [.answer(200, "thanks")] }) { server in
            var call = Call(server.baseURL)
            call.method = .put
            call.body = .file(file)
            let files = UploadedFiles()
            let provider = Provider<Call>(transport: AlamofireTransport.with(eventMonitors: [files]))
            let text = try await provider.request(call, as: String.self)
            #expect(text == "thanks")
            #expect(server.requests.first?.body == Array("thing".utf8))
            #expect(files.urls.value.map(\.path) == [file.path])
        }
        #expect(try directory.names == ["body"])
    }

    @Test func bodyThatFailsSendsNothing() async throws {
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let body = HTTPBody(isReplayable: false) { { throw TokenRenewal.NoToken() } }
            await #expect(throws: TokenRenewal.NoToken.self) {
                try await AlamofireTransport.with().send(OutgoingRequest(url: server.baseURL, body: body))
            }
            #expect(server.connectionCount == 0)
        }
    }
}

/// Collects the files that were uploaded.
private final class UploadedFiles: EventMonitor {
    let urls = Watched<[URL]>([])

    func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        if case .file(let url, _) = uploadable { urls.update { $0.append(url) } }
    }
}

extension Data {
    fileprivate func chunks(of size: Int) -> () async throws -> Data? {
        var position = startIndex
        return {
            let next = self[position...].prefix(size)
            position = next.endIndex
            return next.isEmpty ? nil : next
        }
    }
}
#endif
