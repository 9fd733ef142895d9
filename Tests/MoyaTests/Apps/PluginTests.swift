import Foundation
import Moya
import Testing

// Plugins as apps write them: classes that change, without a word of Sendable.

final class LoadingIndicator: PluginType {
    var shown = 0
    private var log: [String] = []
    var events: [String] { return log }

    func willSend(_ request: RequestType, target: TargetType) {
        shown += 1
        log.append("show \(request.request?.url?.path ?? "")")
    }

    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
        shown -= 1
        log.append("hide")
    }
}

struct AppHeaders: PluginType {
    let values: [String: Any]

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        var request = request
        values.forEach { request.setValue("\($0.value)", forHTTPHeaderField: $0.key) }
        request.timeoutInterval = 15
        return request
    }
}

class RecordingPlugin: PluginType {
    let name: String
    static var events: [String] = []

    init(_ name: String) {
        self.name = name
    }

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        RecordingPlugin.events.append("\(name) prepare")
        return request
    }

    func willSend(_ request: RequestType, target: TargetType) {
        RecordingPlugin.events.append("\(name) willSend")
    }

    func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
        RecordingPlugin.events.append("\(name) didReceive")
    }

    func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
        RecordingPlugin.events.append("\(name) process")
        return result
    }
}

/// Turns a business failure in a successful response into an error.
struct BusinessErrors: PluginType {
    func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
        guard case .success(let response) = result, target is GitHub else { return result }
        return .failure(.underlying(AppError.other("business"), response))
    }
}

@Suite(.serialized)
struct PluginTests {
    @Test func hooksAreCalledInOrderOncePerCall() {
        RecordingPlugin.events = []
        let provider = MoyaProvider<GitHub>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [RecordingPlugin("a"), RecordingPlugin("b")]
        )
        provider.request(.zen) { _ in RecordingPlugin.events.append("completion") }
        #expect(
            RecordingPlugin.events == [
                "a prepare", "b prepare", "a willSend", "b willSend", "a didReceive", "b didReceive", "a process",
                "b process",
                "completion",
            ]
        )
    }

    @Test func pluginsMayChange() {
        let indicator = LoadingIndicator()
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [indicator])
        provider.request(.zen) { _ in #expect(indicator.shown == 0) }
        #expect(indicator.events == ["show /zen", "hide"])
    }

    @Test func aPreparedRequestIsTheOneThatIsSent() {
        let provider = MoyaProvider<GitHub>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [AppHeaders(values: ["X-Build": 7, "X-Device": "phone"])]
        )
        var request: URLRequest?
        provider.request(.zen) { request = try? $0.get().request }
        #expect(request?.value(forHTTPHeaderField: "X-Build") == "7")
        #expect(request?.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request?.timeoutInterval == 15)
    }

    @Test func processDecidesOnTheResult() {
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [BusinessErrors()])
        var failure: Error?
        provider.request(.zen) { if case .failure(.underlying(let error, _)) = $0 { failure = error } }
        #expect(failure as? AppError == .other("business"))
    }
}
