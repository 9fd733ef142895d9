import Foundation
import Moya
import Testing

/// The calls of one reactive library. The values of its operators are given as text.
protocol Flavour: Sendable, CustomTestStringConvertible {
    func request(_ target: Page, _ provider: MoyaProvider<Page>, on queue: DispatchQueue?) -> Flow<Response>

    func requestWithProgress(
        _ target: Page,
        _ provider: MoyaProvider<Page>,
        on queue: DispatchQueue?
    ) -> Flow<Report>

    func applying(_ operation: ResponseOperator, to target: Page, _ provider: MoyaProvider<Page>) -> Flow<String>

    func filterCompleted(_ target: Page, _ provider: MoyaProvider<Page>) -> Flow<Response>

    func filterProgress(_ target: Page, _ provider: MoyaProvider<Page>) -> Flow<Double>
}

extension Flavour {
    var testDescription: String { "\(Self.self)" }

    func request(_ target: Page, _ provider: MoyaProvider<Page>) -> Flow<Response> {
        request(target, provider, on: nil)
    }
}

/// The flavours whose traits are on.
enum Flavours {
    static let all: [any Flavour] = {
        var all: [any Flavour] = []
        #if canImport(Combine) || OpenCombine && os(Linux)
        all.append(CombineFlavour())
        #endif
        #if RxSwift
        all += [SingleFlavour(), ObservableFlavour()] as [any Flavour]
        #endif
        #if ReactiveSwift
        all.append(ReactiveSwiftFlavour())
        #endif
        return all
    }()
}
