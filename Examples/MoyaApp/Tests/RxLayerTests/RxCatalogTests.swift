import Moya
import MoyaAppCatalog
import MoyaAppCore
import RxLayer
import RxMoya
import RxSwift
import XCTest

final class RxCatalogTests: XCTestCase {
    private let disposeBag = DisposeBag()
    private let catalog = RxCatalog(provider: MoyaProvider(stubClosure: MoyaProvider.immediatelyStub))

    func testRepositories() {
        var repositories: [Repository] = []
        catalog.repositories(of: "octo")
            .subscribe(onSuccess: { repositories = $0 })
            .disposed(by: disposeBag)
        XCTAssertEqual(repositories.map(\.fullName), ["octo/tea", "octo/pots"])
    }

    func testSearch() {
        var found: [[Repository]] = []
        catalog.search("kettle").subscribe(onNext: { found.append($0) }).disposed(by: disposeBag)
        XCTAssertEqual(found.map(\.count), [1])
    }

    func testDecodableTargets() {
        var names: [String] = []
        Observable.of("t-1", "t-2")
            .flatMap { [catalog] in catalog.get(ProductDetails(id: $0)) }
            .subscribe(onNext: { names.append($0.id) })
            .disposed(by: disposeBag)
        XCTAssertEqual(names, ["t-1", "t-2"])
    }

    func testALoginArrivesOnTheMainQueue() {
        let expectation = self.expectation(description: "login")
        catalog.login(of: "octo").subscribe(onSuccess: { login in
            XCTAssertEqual(login, "octo")
            XCTAssertTrue(Thread.isMainThread)
            expectation.fulfill()
        }).disposed(by: disposeBag)
        wait(for: [expectation], timeout: 60)
    }

    func testErrors() {
        let provider = MoyaProvider<GitHub>(
            endpointClosure: { target in
                Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .networkResponse(401, Data()) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: MoyaProvider.immediatelyStub
        )
        let catalog = RxCatalog(provider: provider)
        var received: Error?
        catalog.repositories(of: "octo").subscribe(onFailure: { received = $0 }).disposed(by: disposeBag)
        XCTAssertEqual(received as? APIError, .unauthorized)
    }

    func testAnArchiveCompletes() {
        var isCompleted = false
        catalog.archive("octo/tea")
            .subscribe(onCompleted: { isCompleted = true })
            .disposed(by: disposeBag)
        XCTAssertTrue(isCompleted)
    }
}
