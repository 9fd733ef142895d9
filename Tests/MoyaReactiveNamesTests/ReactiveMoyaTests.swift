#if ReactiveSwift
import ReactiveMoya
import ReactiveSwift
import Testing

/// An app that imports ReactiveMoya.
struct ReactiveMoyaTests {
    @Test func namesComeWithOneImport() throws {
        let provider = MoyaProvider<Club>(stubClosure: MoyaProvider.immediatelyStub)
        #expect(try provider.reactive.member(.member(1)).first()?.get().name == "Member 1")
    }

    @Test func subclassAnswersItself() throws {
        #expect(try TeapotProvider().reactive.request(.member(1)).first()?.get().statusCode == 418)
    }

    @Test func errorsAreMoyasOwn() {
        var code: Int?
        TeapotProvider().reactive.request(.member(1)).filterSuccessfulStatusCodes().startWithFailed { error in
            if case .statusCode(let response) = error { code = response.statusCode }
        }
        #expect(code == 418)
    }
}

/// An app's own operator.
extension Reactive where Base: MoyaProviderType {
    fileprivate func member(_ target: Base.Target) -> SignalProducer<Member, MoyaError> {
        return request(target).filterSuccessfulStatusCodes().map(Member.self)
    }
}
#endif
