#if ReactiveSwift
import ReactiveMoya
import ReactiveSwift
import Testing

/// What an app that knows nothing but ReactiveMoya writes.
struct ReactiveMoyaTests {
    @Test func namesComeWithOneImport() {
        #expect(Provider<Page>.stub().reactive.name(of: Page()).first() == .success("Ada"))
    }

    @Test func subclassAnswersItself() throws {
        #expect(try TeapotProvider().reactive.request(Page()).first()?.get().statusCode == 418)
    }
}

/// An app's own operator.
extension Reactive where Base: ProviderType {
    fileprivate func name(of target: Base.Target) -> SignalProducer<String, Never> {
        request(target).filterSuccessfulStatusCodes().map(Person.self).map { $0.name ?? "nobody" }
            .flatMapError { _ in SignalProducer(value: "nobody") }
    }
}
#endif
