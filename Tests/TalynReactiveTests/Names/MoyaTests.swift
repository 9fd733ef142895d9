#if RxSwift
import Moya
import RxSwift
import Testing

/// What an app writes that has Moya and its reactive parts in one module.
struct MoyaTests {
    @Test func observablesComeWithTheImportOfMoya() {
        let listener = Listener<String>()
        let subscription = Provider<Page>.stub().rx.request(Page()).asObservable().mapString(atKeyPath: "name")
            .subscribe(onNext: { listener.receive($0) })
        #expect(listener.values == ["Ada"])
        subscription.dispose()
    }
}
#endif
