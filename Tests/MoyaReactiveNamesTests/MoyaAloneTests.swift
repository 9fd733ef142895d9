#if RxSwift
import Moya
import RxSwift
import Testing

/// An app that imports Moya alone, with its reactive parts.
struct MoyaAloneTests {
    @Test func observablesComeWithTheImportOfMoya() {
        var names: [String] = []
        let provider = MoyaProvider<Club>(stubClosure: MoyaProvider.immediatelyStub)
        let subscription = provider.rx.request(.member(2)).asObservable().mapString(atKeyPath: "name")
            .subscribe(onNext: { names.append($0) })
        #expect(names == ["Member 2"])
        subscription.dispose()
    }
}
#endif
