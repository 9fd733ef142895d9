#if RxSwift
import RxMoya
import RxSwift
import Testing

/// What an app that knows nothing but RxMoya writes.
struct RxMoyaTests {
    @Test func namesComeWithOneImport() {
        let listener = Listener<String>()
        let subscription = Provider<Page>.stub().rx.name(of: Page())
            .subscribe(onSuccess: { listener.receive($0) })
        #expect(listener.values == ["Ada"])
        subscription.dispose()
    }

    @Test func subclassAnswersItself() {
        let listener = Listener<Int>()
        let subscription = TeapotProvider().rx.request(Page()).map(\.statusCode)
            .subscribe(onSuccess: { listener.receive($0) })
        #expect(listener.values == [418])
        subscription.dispose()
    }
}

/// An app's own operator.
extension Reactive where Base: ProviderType {
    fileprivate func name(of target: Base.Target) -> Single<String> {
        request(target).filterSuccessfulStatusCodes().map(Person.self).map { $0.name ?? "nobody" }
    }
}
#endif
