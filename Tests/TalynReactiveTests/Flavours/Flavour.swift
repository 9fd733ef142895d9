import Talyn
import Testing

/// One reactive library's way to make calls; responses and values are compared as text.
protocol Flavour: Sendable, CustomTestStringConvertible {
    func request(_ target: Page, _ provider: Provider<Page>, on queue: DispatchQueue?) -> Flow<Response>

    func requestWithProgress(
        _ target: Page,
        _ provider: Provider<Page>,
        on queue: DispatchQueue?
    ) -> Flow<ProgressResponse>

    func applying(_ operation: ResponseOperator, to target: Page, _ provider: Provider<Page>) -> Flow<String>

    func filterCompleted(_ target: Page, _ provider: Provider<Page>) -> Flow<Response>

    func filterProgress(_ target: Page, _ provider: Provider<Page>) -> Flow<Double>
}

extension Flavour {
    var testDescription: String { "\(Self.self)" }

    func request(_ target: Page, _ provider: Provider<Page>) -> Flow<Response> {
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
