import Foundation
import Moya
import Testing

// An app's own refinement of TargetType, with defaults for all of its targets.

protocol AppTarget: TargetType {
    var needsLogin: Bool { get }
}

extension AppTarget {
    var baseURL: URL { return URL(string: "https://app.example.com/api/")! }
    var headers: [String: String]? { return nil }
    var needsLogin: Bool { return true }
    var fullURL: URL { return baseURL.appendingPathComponent(path) }
}

extension TargetType {
    var isRead: Bool { return method == .get }
}

enum Orders: AppTarget {
    case list
    case detail(id: Int)

    var path: String {
        switch self {
        case .list: return "orders"
        case let .detail(id): return "orders/\(id)"
        }
    }
    var method: Moya.Method { return .get }
    var task: Moya.Task { return .requestPlain }
    var sampleData: Data { return Data() }
}

class TargetObject: TargetType {
    let baseURL = URL(string: "https://example.com")!
    var path = ""
    let method: Moya.Method = .put
    let task = Task.requestPlain
    let sampleData = Data("object".utf8)
    let headers: [String: String]? = nil
}

struct TargetTests {
    @Test func aPathContinuesTheBaseURL() {
        #expect(MoyaProvider.defaultEndpointMapping(for: GitHub.zen).url == "https://api.github.com/zen")
        #expect(
            MoyaProvider.defaultEndpointMapping(for: Orders.detail(id: 7)).url == "https://app.example.com/api/orders/7"
        )
        #expect(URL(target: Orders.list).absoluteString == "https://app.example.com/api/orders")
    }

    @Test func anEmptyPathLeavesTheBaseURLUntouched() {
        #expect(MoyaProvider.defaultEndpointMapping(for: TargetObject()).url == "https://example.com")
        #expect(URL(target: TargetObject()).absoluteString == "https://example.com")
    }

    @Test func refinementsAndExtensionsKeepWorking() {
        #expect(Orders.list.needsLogin)
        #expect(Orders.list.isRead)
        #expect(TargetObject().isRead == false)
        let targets: [TargetType] = [GitHub.zen, Orders.list, TargetObject()]
        #expect(targets.filter { ($0 as? AppTarget)?.needsLogin == true }.count == 1)
    }

    @Test func multiTargetForwardsEveryProperty() {
        let target = MultiTarget(GitHub.userProfile("ada"))
        #expect(target.baseURL == GitHub.zen.baseURL)
        #expect(target.path == "/users/ada")
        #expect(target.method == .get)
        #expect(target.sampleData == GitHub.userProfile("ada").sampleData)
        #expect(target.headers == ["Content-type": "application/json"])
        #expect(target.validationType == .successCodes)
        #expect(target.target is GitHub)
        if case .requestPlain = target.task {} else { Issue.record("another task") }
    }

    @Test func oneProviderCallsManyAPIs() {
        let provider = MoyaProvider<MultiTarget>(stubClosure: MoyaProvider.immediatelyStub)
        var bodies: [String] = []
        for target in [MultiTarget(GitHub.zen), MultiTarget(TargetObject()), .target(Orders.list)] {
            provider.request(target) { result in
                bodies.append((try? result.get().mapString()) ?? "failed")
            }
        }
        #expect(bodies == ["Half measures are as bad as nothing at all.", "object", ""])
    }

    @Test func validationTypesAreCompared() {
        #expect(ValidationType.customCodes([1]) != .customCodes([2]))
    }

    @Test func methodsAreThoseOfHTTPAndAnyOther() {
        let methods: [Moya.Method] = [.get, .post, .put, .patch, .delete, .head, .options, .trace, .connect]
        #expect(
            methods.map { $0.rawValue }.joined(separator: " ") == "GET POST PUT PATCH DELETE HEAD OPTIONS TRACE CONNECT"
        )
        func purge() -> Moya.Method { return Moya.Method(rawValue: "PURGE") }
        #expect(purge().rawValue == "PURGE")
    }
}
