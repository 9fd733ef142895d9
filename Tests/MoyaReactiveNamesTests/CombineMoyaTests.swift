#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import CombineMoya
import Testing

/// An app that imports CombineMoya.
struct CombineMoyaTests {
    @Test func namesComeWithOneImport() {
        var names: [String] = []
        let provider = MoyaProvider<Club>(stubClosure: MoyaProvider.immediatelyStub)
        let subscription = provider.name(of: .member(1)).sink { names.append($0) }
        #expect(names == ["Member 1"])
        subscription.cancel()
    }

    @Test func subclassAnswersItself() {
        var codes: [Int] = []
        let subscription = TeapotProvider().requestPublisher(.member(1)).map { $0.statusCode }.replaceError(with: 0)
            .sink { codes.append($0) }
        #expect(codes == [418])
        subscription.cancel()
    }

    @Test func errorsAreMoyasOwn() {
        var code: Int?
        let subscription = TeapotProvider().requestPublisher(.member(1)).filterSuccessfulStatusCodes().sink(
            receiveCompletion: { completion in
                if case .failure(.statusCode(let response)) = completion { code = response.statusCode }
            },
            receiveValue: { _ in }
        )
        #expect(code == 418)
        subscription.cancel()
    }
}

/// An app's own operator.
extension MoyaProvider {
    fileprivate func name(of target: Target) -> AnyPublisher<String, Never> {
        return requestPublisher(target).filterSuccessfulStatusCodes().map(Member.self).map { $0.name }
            .replaceError(with: "nobody").eraseToAnyPublisher()
    }
}
#endif
