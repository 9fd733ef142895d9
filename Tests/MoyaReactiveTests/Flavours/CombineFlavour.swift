#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import CombineMoya
import Foundation
import Moya

/// Calls as publishers of Combine, or of OpenCombine.
struct CombineFlavour: Flavour {
    func request(_ target: Page, _ provider: MoyaProvider<Page>, on queue: DispatchQueue?) -> Flow<Response> {
        flow(provider.requestPublisher(target, callbackQueue: queue))
    }

    func requestWithProgress(
        _ target: Page,
        _ provider: MoyaProvider<Page>,
        on queue: DispatchQueue?
    ) -> Flow<Report> {
        flow(provider.requestWithProgressPublisher(target, callbackQueue: queue).map { Report($0) })
    }

    func applying(_ operation: ResponseOperator, to target: Page, _ provider: MoyaProvider<Page>) -> Flow<String> {
        let responses = provider.requestPublisher(target)
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
        flow(provider.requestWithProgressPublisher(target).filterCompleted())
    }

    func filterProgress(_ target: Page, _ provider: MoyaProvider<Page>) -> Flow<Double> {
        flow(provider.requestWithProgressPublisher(target).filterProgress())
    }

    private func flow<Value: Sendable>(_ publisher: some Publisher<Value, MoyaError>) -> Flow<Value> {
        Flow { listener in
            let subscription = publisher.sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: listener.end(.success(()))
                    case .failure(let error): listener.end(.failure(error))
                    }
                },
                receiveValue: { listener.receive($0) }
            )
            return { subscription.cancel() }
        }
    }
}
#endif
