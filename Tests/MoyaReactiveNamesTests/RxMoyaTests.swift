#if RxSwift
import RxMoya
import RxSwift
import Testing

/// An app that imports RxMoya.
struct RxMoyaTests {
    @Test func namesComeWithOneImport() {
        var names: [String] = []
        let provider = MoyaProvider<Club>(stubClosure: MoyaProvider.immediatelyStub)
        let subscription = provider.rx.member(.member(1)).subscribe(onSuccess: { names.append($0.name) })
        #expect(names == ["Member 1"])
        subscription.dispose()
    }

    @Test func subclassAnswersItself() {
        var codes: [Int] = []
        let subscription = TeapotProvider().rx.request(.member(1)).map { $0.statusCode }
            .subscribe(onSuccess: { codes.append($0) })
        #expect(codes == [418])
        subscription.dispose()
    }

    @Test func errorsAreMoyasOwn() {
        var code: Int?
        let subscription = TeapotProvider().rx.request(.member(1))
            .filterSuccessfulStatusCodes()
            .map([Member].self, atKeyPath: "members", using: JSONDecoder(), failsOnEmptyData: false)
            .subscribe(
                onSuccess: { _ in },
                onFailure: { error in
                    if case MoyaError.statusCode(let response)? = error as? MoyaError { code = response.statusCode }
                }
            )
        #expect(code == 418)
        subscription.dispose()
    }

    @Test func progressIsAnObservable() {
        var responses: [Response] = []
        let provider = MoyaProvider<Club>(stubClosure: MoyaProvider.immediatelyStub)
        let progress: Observable<ProgressResponse> = provider.rx.requestWithProgress(.member(1), callbackQueue: nil)
        let subscription = progress.filterCompleted().subscribe(onNext: { responses.append($0) })
        #expect(responses.map { $0.statusCode } == [200])
        subscription.dispose()
    }
}

// An app's own operators.

extension Reactive where Base: MoyaProviderType {
    fileprivate func member(_ target: Base.Target) -> Single<Member> {
        return request(target).filterSuccessfulStatusCodes().map(Member.self)
    }
}

extension PrimitiveSequence where Trait == SingleTrait, Element == Response {
    fileprivate func checked() -> Single<Element> {
        return flatMap { response in .just(try response.filterSuccessfulStatusCodes()) }
    }
}
#endif
