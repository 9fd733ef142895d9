#if RxSwift
import Foundation
import Moya
import RxSwift

/// Calls as observables of RxSwift.
struct ObservableFlavour: Flavour {
    func request(_ target: Page, _ provider: MoyaProvider<Page>, on queue: DispatchQueue?) -> Flow<Response> {
        flow(provider.rx.request(target, callbackQueue: queue).asObservable())
    }

    func requestWithProgress(
        _ target: Page,
        _ provider: MoyaProvider<Page>,
        on queue: DispatchQueue?
    ) -> Flow<Report> {
        flow(provider.rx.requestWithProgress(target, callbackQueue: queue).map { Report($0) })
    }

    func applying(_ operation: ResponseOperator, to target: Page, _ provider: MoyaProvider<Page>) -> Flow<String> {
        let responses = provider.rx.request(target).asObservable()
        return switch operation {
        case .filterCodes(let codes):
            flow(responses.filter(statusCodes: codes).map { "\($0.statusCode)" })
        case .filterCode(let code):
            flow(responses.filter(statusCode: code).map { "\($0.statusCode)" })
        case .filterSuccessful:
            flow(responses.filterSuccessfulStatusCodes().map { "\($0.statusCode)" })
        case .filterSuccessfulAndRedirect:
            flow(responses.filterSuccessfulStatusAndRedirectCodes().map { "\($0.statusCode)" })
        case .json(let failsOnEmptyData):
            flow(responses.mapJSON(failsOnEmptyData: failsOnEmptyData).map { "\($0)" })
        case .string(let keyPath):
            flow(responses.mapString(atKeyPath: keyPath))
        case .person(let keyPath, let failsOnEmptyData):
            flow(
                responses.map(Person.self, atKeyPath: keyPath, failsOnEmptyData: failsOnEmptyData)
                    .map { "\($0.name ?? "nobody")" }
            )
        }
    }

    func filterCompleted(_ target: Page, _ provider: MoyaProvider<Page>) -> Flow<Response> {
        flow(provider.rx.requestWithProgress(target).filterCompleted())
    }

    func filterProgress(_ target: Page, _ provider: MoyaProvider<Page>) -> Flow<Double> {
        flow(provider.rx.requestWithProgress(target).filterProgress())
    }

    private func flow<Value: Sendable>(_ stream: Observable<Value>) -> Flow<Value> {
        Flow { listener in
            let subscription = stream.subscribe(
                onNext: { listener.receive($0) },
                onError: { listener.end(.failure($0)) },
                onCompleted: { listener.end(.success(())) }
            )
            return { subscription.dispose() }
        }
    }
}
#endif
