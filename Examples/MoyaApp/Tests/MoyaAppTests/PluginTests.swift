import Moya
import MoyaAppCatalog
import MoyaAppCore
import MoyaAppShop
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class PluginTests: XCTestCase {
    private func header(_ name: String, of target: TargetType, plugins: [PluginType]) -> String? {
        let spy = SpyPlugin()
        let provider = MoyaProvider<MultiTarget>(stubClosure: MoyaProvider.immediatelyStub, plugins: plugins + [spy])
        provider.request(MultiTarget(target)) { _ in }
        return spy.request?.value(forHTTPHeaderField: name)
    }

    func testTheToken() {
        let plugins: [PluginType] = [AuthPlugin(tokens: TokenStore(token: "abc"))]

        XCTAssertEqual(header("Authorization", of: OrderTarget.cancel(id: 1), plugins: plugins), "Bearer abc")
        XCTAssertEqual(header("Authorization", of: OrderTarget.importCSV(Data()), plugins: plugins), "Basic abc")
        XCTAssertNil(header("Authorization", of: ProductList(), plugins: plugins))
        XCTAssertNil(header("Authorization", of: GitHub.zen, plugins: plugins))
    }

    func testTheTokenOfMoyasPlugin() {
        let plugin = AccessTokenPlugin { target in target is OrderTarget ? "order" : "other" }

        XCTAssertEqual(header("Authorization", of: OrderTarget.cancel(id: 1), plugins: [plugin]), "Bearer order")
        XCTAssertEqual(
            header("Authorization", of: OrderTarget.pay(id: 1, token: Data()), plugins: [plugin]),
            "Payment order"
        )
        XCTAssertNil(header("Authorization", of: ProductDetails(id: "1"), plugins: [plugin]))
    }

    func testTheSignature() {
        let target = OrderTarget.addItems(id: 1, [], notify: false)

        XCTAssertNotNil(header("X-Signature", of: target, plugins: [SignaturePlugin()]))
        XCTAssertNil(header("X-Signature", of: OrderTarget.cancel(id: 1), plugins: [SignaturePlugin()]))
    }

    func testAnExpiredTokenIsForgotten() {
        let tokens = TokenStore(token: "old")
        let provider = MoyaProvider<OrderTarget>(
            endpointClosure: Endpoint.answering(401),
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [AuthPlugin(tokens: tokens)]
        )
        provider.request(.cancel(id: 1)) { result in
            guard case .failure(let error) = result else { return XCTFail("It succeeded.") }
            XCTAssertEqual(error.apiError, .unauthorized)
        }
        XCTAssertFalse(tokens.isSignedIn)
    }

    func testLoadingAndErrors() {
        let presenter = SpyPresenter()
        let provider = MoyaProvider<MultiTarget>(
            endpointClosure: Endpoint.answering(500, #"{"message":"Out of tea"}"#),
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [LoadingPlugin(presenter: presenter), ErrorToastPlugin(presenter: presenter)]
        )
        provider.request(.target(OrderTarget.cancel(id: 1))) { _ in presenter.events.append("done") }
        provider.request(.target(OrderTarget.pay(id: 1, token: Data()))) { _ in }
        provider.request(.target(ProductDetails(id: "1"))) { _ in }
        provider.request(.target(GitHub.markdown(""))) { _ in }

        XCTAssertEqual(
            presenter.events,
            [
                "show", "hide", "Out of tea", "done",
                "show", "hide", "The payment was not accepted.",
                "Out of tea",
            ]
        )
    }

    func testTheEnvelope() {
        let provider = MoyaProvider<OrderTarget>(stubClosure: MoyaProvider.immediatelyStub, plugins: [EnvelopePlugin()])
        var order: Order?
        var failure: APIError?
        provider.request(.place([]), as: Order.self) { order = try? $0.get() }
        provider.request(.pay(id: 1, token: Data())) { if case .failure(let error) = $0 { failure = error.apiError } }

        XCTAssertEqual(order?.id, 9)
        XCTAssertEqual(failure, .server(code: 402, message: "No funds"))
    }

    func testTheLogger() {
        var lines: [String] = []
        let provider = MoyaProvider<MultiTarget>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [NetworkLoggerPlugin.app { lines.append($0) }]
        )
        provider.request(.target(GitHub.markdown("tea"))) { _ in }

        XCTAssertEqual(
            lines,
            [
                "[Request] https://api.github.com/markdown/raw",
                "[Request Body] 3 bytes",
                "[HTTP Request Method] POST",
                "[Response] Received empty network response for target(MoyaAppCatalog.GitHub.markdown(\"tea\")).",
                "[Response Body] <p>tea</p>",
            ]
        )
    }

    func testTheLoggerOfAnError() {
        var lines: [String] = []
        let error = NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut)
        let provider = MoyaProvider<GitHub>(
            endpointClosure: Endpoint.failing(error),
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [NetworkLoggerPlugin.app { lines.append($0) }]
        )
        provider.request(.zen) { result in
            if case .failure(let error) = result { XCTAssertEqual(error.apiError, .timedOut) }
        }
        XCTAssertEqual(lines.count, 3)
        XCTAssertEqual(lines.last?.hasPrefix("[Error] Error calling zen : underlying("), true)
    }

    func testTheLogForDevelopers() {
        let log = RequestLogPlugin()
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [log])
        provider.request(.zen) { _ in }
        XCTAssertEqual(log.lines, ["→ GET https://api.github.com/zen", "← 200 43 bytes"])
        XCTAssertNotNil(log.userAgent)
        log.removeAll()
        XCTAssertEqual(log.lines, [])
    }

    func testActivityAndCredentials() {
        var changes: [String] = []
        var asked = 0
        let provider = MoyaProvider<GitHub>(
            stubClosure: { _ in .immediate },
            plugins: [
                NetworkActivityPlugin { change, _ in changes.append(change == .began ? "began" : "ended") },
                CredentialsPlugin { _ -> URLCredential? in
                    asked += 1
                    return URLCredential(user: "user", password: "passwd", persistence: .none)
                },
                NetworkLoggerPlugin(configuration: .init(output: { _, _ in }, logOptions: .verbose)),
            ]
        )
        provider.request(.zen) { _ in changes.append("done") }

        XCTAssertEqual(changes, ["began", "ended", "done"])
        XCTAssertEqual(asked, 1)
    }
}
