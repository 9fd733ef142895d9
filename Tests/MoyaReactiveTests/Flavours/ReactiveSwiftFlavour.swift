#if ReactiveSwift
import Foundation
import Moya
import ReactiveSwift

/// Calls as signal producers of ReactiveSwift.
struct ReactiveSwiftFlavour: Flavour {
    func request(_ target: Page, _ provider: MoyaProvider<Page>, on queue: DispatchQueue?) -> Flow<Response> {
        flow(provider.reactive.request(target, callbackQueue: queue))
    }

    func requestWithProgress(
        _ target: Page,
        _ provider: MoyaProvider<Page>,
        on queue: DispatchQueue?
    ) -> Flow<Report> {
        flow(provider.reactive.requestWithProgress(target, callbackQueue: queue).map { Report($0) })
    }

    func applying(_ operation: ResponseOperator, to target: Page, _ provider: MoyaProvider<Page>) -> Flow<String> {
        let responses = provider.reactive.request(target)
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
        flow(provider.reactive.requestWithProgress(target).filterCompleted())
    }

    func filterProgress(_ target: Page, _ provider: MoyaProvider<Page>) -> Flow<Double> {
        flow(provider.reactive.requestWithProgress(target).filterProgress())
    }

    private func flow<Value: Sendable>(_ producer: SignalProducer<Value, MoyaError>) -> Flow<Value> {
        Flow { listener in
            let disposable = producer.start { event in
                switch event {
                case .value(let value): listener.receive(value)
                case .completed: listener.end(.success(()))
                case .failed(let error): listener.end(.failure(error))
                case .interrupted: break
                }
            }
            return { disposable.dispose() }
        }
    }
}
#endif
