import Foundation
import Moya
import Testing

// What an app calls its own what the library has a name for, too, and the ways in which it hands methods of a provider on.

private struct RequestOptions {
    var retries = 3
}

private struct Batch {
    var targets: [GitHub]
}

private enum CallKey {
    case host
}

private struct Idempotency {}

private enum Journal: TargetType {
    case entries

    var baseURL: URL { return URL(string: "https://example.com")! }
    var path: String { return "/entries" }
    var sampleData: Data { return Data("\"entries\"".utf8) }
    // Of another type than the library's.
    var requestOptions: [String: Any] { return ["retries": 2] }
}

private enum Diary: TargetType {
    case today

    var baseURL: URL { return URL(string: "https://example.com")! }
    var path: String { return "/today" }
    var sampleData: Data { return Data("\"today\"".utf8) }
    var requestOptions: RequestOptions { return RequestOptions(retries: 1) }
}

private protocol PaperTarget: TargetType {
    var requestOptions: [String: Any] { get }
}

extension PaperTarget {
    var baseURL: URL { return URL(string: "https://example.com")! }
    var requestOptions: [String: Any] { return ["retries": 5] }
}

private enum Notes: String, PaperTarget {
    case all

    var path: String { return "/" + rawValue }
}

extension TargetType {
    fileprivate func requestOptions(retries: Int) -> [String: Any] { return ["retries": retries] }
}

extension MoyaProvider {
    fileprivate func request(_ target: Target, options: RequestOptions) async throws -> String {
        return try await request(target).mapString() + " \(options.retries)"
    }

    fileprivate func request(
        _ target: Target,
        options: [String: Any],
        completion: @escaping Completion
    ) -> Cancellable {
        return request(target, completion: completion)
    }
}

private class BaseProvider<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {
    private(set) var log: [String] = []

    #if !Alamofire  // With the trait, the session that is overridden is not Alamofire's.
    override init(
        endpointClosure: @escaping EndpointClosure = MoyaProvider.defaultEndpointMapping,
        requestClosure: @escaping RequestClosure = MoyaProvider<Target>.defaultRequestMapping,
        stubClosure: @escaping StubClosure = MoyaProvider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
        plugins: [PluginType] = [],
        trackInflights: Bool = false
    ) {
        super.init(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: MoyaProvider.immediatelyStub,
            callbackQueue: callbackQueue,
            session: session,
            plugins: plugins,
            trackInflights: trackInflights
        )
    }
    #endif

    override func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> Cancellable {
        log.append(target.path)
        return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
    }
}

private struct Wrapper<API: TargetType> {
    typealias Send = (API, DispatchQueue?, ProgressBlock?, @escaping Completion) -> Cancellable

    let provider: MoyaProvider<API>
    let send: Send

    init(_ provider: MoyaProvider<API>) {
        self.provider = provider
        send = provider.request
    }

    func labelled() -> Send {
        return provider.request(_:callbackQueue:progress:completion:)
    }

    func call(_ target: API, options: RequestOptions = RequestOptions(), then: @escaping (String) -> Void) {
        for _ in 0..<max(options.retries, 1) {
            provider.request(target) { then((try? $0.get().mapString()) ?? "failed") }
            provider.request(target, callbackQueue: nil) { result in then((try? result.get().mapString()) ?? "failed") }
            provider.request(target, progress: { _ in }) { result in
                then((try? result.get().mapString()) ?? "failed")
            }
            provider.request(target, progress: nil, completion: { _ in then("done") })
        }
    }
}

private final class Heard {
    var texts: [String] = []
}

struct AppsOwnNamesTests {
    @Test func typesOfTheAppGoFirst() {
        let batch = Batch(targets: [.zen])
        #expect(batch.targets.count == 1)
        #expect(RequestOptions().retries == 3)
        if case .host = CallKey.host {} else { Issue.record("another type") }
        _ = Idempotency()
    }

    @Test func optionsOfTheAppAreItsOwn() {
        #expect(Journal.entries.requestOptions["retries"] as? Int == 2)
        #expect(Diary.today.requestOptions.retries == 1)
        #expect(GitHub.zen.requestOptions(retries: 4)["retries"] as? Int == 4)
        #expect(Notes.all.requestOptions["retries"] as? Int == 5)
        func ofAny<T: PaperTarget>(_ target: T) -> Int? { return target.requestOptions["retries"] as? Int }
        #expect(ofAny(Notes.all) == 5)
    }

    @Test func methodsAreHandedOn() {
        let provider = BaseProvider<Journal>(stubClosure: MoyaProvider.immediatelyStub)
        let wrapper = Wrapper(provider)
        let heard = Heard()
        _ = wrapper.send(.entries, nil, nil) { heard.texts.append((try? $0.get().mapString()) ?? "failed") }
        _ = wrapper.labelled()(.entries, nil, nil) { _ in heard.texts.append("labelled") }
        wrapper.call(.entries, options: RequestOptions(retries: 1)) { heard.texts.append($0) }
        #expect(heard.texts.count == 6)
        #expect(provider.log.count == 6)
        _ = [Journal.entries].map { provider.request($0) { _ in } }
        _ = provider.request(.entries, options: ["a": 1]) { _ in heard.texts.append("own") }
        #expect(heard.texts.last == "own")
    }

    @Test func asyncMethodsOfTheAppGoFirst() async throws {
        let provider = MoyaProvider<Journal>(stubClosure: MoyaProvider.immediatelyStub)
        #expect(try await provider.request(.entries, options: RequestOptions()) == "\"entries\" 3")
    }
}
