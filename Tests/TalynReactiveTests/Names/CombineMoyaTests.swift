#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import CombineMoya
import Testing

/// What an app that knows nothing but CombineMoya writes.
struct CombineMoyaTests {
    @Test func namesComeWithOneImport() {
        let listener = Listener<String>()
        let subscription = Provider<Page>.stub().name(of: Page()).sink { listener.receive($0) }
        #expect(listener.values == ["Ada"])
        subscription.cancel()
    }

    @Test func subclassAnswersItself() {
        let listener = Listener<Int>()
        let subscription = TeapotProvider().requestPublisher(Page()).map(\.statusCode).replaceError(with: 0)
            .sink { listener.receive($0) }
        #expect(listener.values == [418])
        subscription.cancel()
    }
}

/// An app's own operator.
extension Provider {
    fileprivate func name(of target: Target) -> AnyPublisher<String, Never> {
        requestPublisher(target).filterSuccessfulStatusCodes().map(Person.self).map { $0.name ?? "nobody" }
            .replaceError(with: "nobody").eraseToAnyPublisher()
    }
}
#endif
