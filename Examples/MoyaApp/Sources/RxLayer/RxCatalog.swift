import Foundation
import Moya
import MoyaAppCatalog
import MoyaAppCore
import RxMoya
import RxSwift

/// The catalog for the screens that are written with Rx.
public final class RxCatalog {
    private let provider: MoyaProvider<GitHub>
    private let gateway: MoyaProvider<MultiTarget>

    public init(provider: MoyaProvider<GitHub>, gateway: MoyaProvider<MultiTarget> = .make(stubbed: true)) {
        self.provider = provider
        self.gateway = gateway
    }

    public func repositories(of user: String) -> Single<[Repository]> {
        return provider.rx.request(.userRepositories(user, page: 1))
            .filterSuccessfulStatusCodes()
            .map([Repository].self, using: .app)
            .mappingErrors()
    }

    public func search(_ query: String) -> Observable<[Repository]> {
        return provider.rx.request(.search(query: query, languages: [], includeForks: true))
            .asObservable()
            .filter(statusCodes: 200...299)
            .map([Repository].self, atKeyPath: "items", using: .app)
            .catchAndReturn([])
    }

    public func login(of user: String) -> Single<String> {
        return provider.rx.request(.userProfile(user), callbackQueue: .main).mapString(atKeyPath: "login")
    }

    public func archive(_ repository: String) -> Observable<Double> {
        return provider.rx.requestWithProgress(.archive(repository: repository)).map { $0.progress }
    }

    public func get<T: DecodableTargetType>(_ target: T) -> Single<T.ResultType> {
        return gateway.rx.request(MultiTarget(target))
            .filterSuccessfulStatusAndRedirectCodes()
            .map(T.ResultType.self, atKeyPath: target.keyPath, using: target.decoder)
            .mappingErrors()
    }
}

private extension PrimitiveSequence where Trait == SingleTrait {
    func mappingErrors() -> Single<Element> {
        return self.catch { error in
            throw (error as? MoyaError)?.apiError ?? error
        }
    }
}
