import Foundation
import Moya
import TalynURLSession
import Testing

import struct Talyn.HTTPBody
import struct Talyn.OutgoingRequest
import struct Talyn.RetryPlugin
import protocol Talyn.Transport
import struct Talyn.TransportResponse

/// Answers with one status code after the other, and then with 200.
private final class Answering: Transport {
    private let statusCodes: Recorder<Int>
    let requests = Recorder<OutgoingRequest>()

    init(_ statusCodes: Int...) {
        self.statusCodes = Recorder()
        for code in statusCodes { self.statusCodes.record(code) }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let number = requests.events.count
        requests.record(request)
        let codes = statusCodes.events
        return TransportResponse(
            statusCode: number < codes.count ? codes[number] : 200,
            body: HTTPBody(Data("answer \(number)".utf8))
        )
    }
}

struct TalynPluginTests {
    private let target = Local(URL(string: "https://example.com")!, "zen")

    @Test func aTransportOfTalynsCarriesTheCalls() async throws {
        let transport = Answering()
        let provider = MoyaProvider<Local>(talynPlugins: [], transport: transport)
        let response = try await provider.result(of: target).get()
        #expect(try response.mapString() == "answer 0")
        #expect(response.request?.url?.absoluteString == "https://example.com/zen")
        #expect(transport.requests.events.count == 1)
    }

    @Test func aRetryPluginRepeatsACall() async throws {
        let transport = Answering(503, 503)
        let events = Recorder<String>()
        let plugin = Telling { events.record($0) }
        let provider = MoyaProvider<Local>(
            plugins: [plugin],
            talynPlugins: [RetryPlugin(clock: ImmediateClock())],
            transport: transport
        )
        let response = try await provider.result(of: target).get()
        #expect(try response.mapString() == "answer 2")
        #expect(
            events.events == [
                "prepare", "willSend", "prepare", "willSend", "prepare", "willSend", "didReceive 200", "process 200",
            ]
        )
    }

    @Test func settingsOfThePreparedRequestReachTheTransport() async throws {
        struct Saving: PluginType {
            func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
                var request = request
                request.networkServiceType = .background
                return request
            }
        }
        let transport = Answering()
        let provider = MoyaProvider<Local>(
            requestClosure: { endpoint, closure in
                var request = try! endpoint.urlRequest()
                request.allowsCellularAccess = false
                closure(.success(request))
            },
            plugins: [Saving()],
            talynPlugins: [],
            transport: transport
        )
        _ = try await provider.result(of: target).get()
        let sent = try URLRequest(#require(transport.requests.events.first))
        #expect(!sent.allowsCellularAccess)
        #expect(sent.networkServiceType == .background)
    }

    @Test func aCredentialWithoutPasswordFailsTheCall() async throws {
        final class Certificate: URLCredential, @unchecked Sendable {
            override var password: String? { return nil }
        }
        let credential = Certificate(user: "ada", password: "", persistence: .none)
        let transport = Answering()
        let provider = MoyaProvider<Local>(
            plugins: [CredentialsPlugin { _ in credential }],
            talynPlugins: [],
            transport: transport
        )
        let error = await provider.result(of: target).underlying
        #expect(error?.localizedDescription.contains("credential") == true)
        #expect(transport.requests.events.isEmpty)
    }

    @Test func requestPreparedByPluginsIsSent() async throws {
        let transport = Answering()
        struct Moving: PluginType {
            func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
                var request = request
                request.url = URL(string: "https://staging.example.com/zen")
                request.setValue("Bearer token", forHTTPHeaderField: "Authorization")
                request.httpBody = Data("body".utf8)
                return request
            }
        }
        let provider = MoyaProvider<Local>(plugins: [Moving()], talynPlugins: [], transport: transport)
        var target = target
        target.method = .post
        let response = try await provider.result(of: target).get()
        let request = try #require(transport.requests.events.first)
        #expect(request.url?.host == "staging.example.com")
        #expect(request.headerFields[.authorization] == "Bearer token")
        #expect(request.body?.data == Data("body".utf8))
        #expect(response.request?.url == request.url)
    }

    @Test func aRequestClosuresSettingsArriveAtTheTransport() async throws {
        let transport = Answering()
        let provider = MoyaProvider<Local>(
            requestClosure: { endpoint, closure in
                guard var request = try? endpoint.urlRequest() else { return }
                request.timeoutInterval = 7
                request.cachePolicy = .reloadIgnoringLocalCacheData
                request.setValue("signed", forHTTPHeaderField: "X-Signature")
                closure(.success(request))
            },
            talynPlugins: [],
            transport: transport
        )
        _ = try await provider.result(of: target).get()
        let request = try #require(transport.requests.events.first)
        #expect(request.options.idleTimeout == .seconds(7))
        #expect(request.options.cache?.mode == .reload)
        #expect(request.headerFields.first { $0.name.rawName == "X-Signature" }?.value == "signed")
    }

    @Test func validationHoldsForEveryTransport() async {
        let provider = MoyaProvider<Local>(talynPlugins: [], transport: Answering(404))
        let result = await provider.result(of: target.strict)
        #expect(result.underlying?.asAFError?.responseCode == 404)
        #expect(result.error?.response?.statusCode == 404)
    }

    @Test func stubsOfTheProviderAnswerWithoutTheTransport() {
        let transport = Answering()
        let provider = MoyaProvider<Local>(
            stubClosure: MoyaProvider.immediatelyStub,
            talynPlugins: [RetryPlugin()],
            transport: transport
        )
        var status: Int?
        provider.request(target) { status = try? $0.get().statusCode }
        #expect(status == 200)
        #expect(transport.requests.events.isEmpty)
    }
}

/// Tells the hooks that are called.
private struct Telling: PluginType {
    let tell: (String) -> Void

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        tell("prepare")
        return request
    }

    func willSend(_ request: RequestType, target: TargetType) { tell("willSend") }

    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
        tell("didReceive \((try? result.get().statusCode) ?? 0)")
    }

    func process(
        _ result: Result<Moya.Response, MoyaError>,
        target: TargetType
    ) -> Result<Moya.Response, MoyaError> {
        tell("process \((try? result.get().statusCode) ?? 0)")
        return result
    }
}

/// A clock on which no wait takes time.
struct ImmediateClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
