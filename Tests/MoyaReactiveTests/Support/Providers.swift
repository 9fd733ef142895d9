import Foundation
import Moya
import TestSupport

import protocol Talyn.Transport

extension MoyaProvider where Target == Page {
    /// A provider whose requests a transport of the test answers.
    convenience init(
        _ transport: some Transport,
        callbackQueue: DispatchQueue? = nil,
        plugins: [any PluginType] = []
    ) {
        self.init(callbackQueue: callbackQueue, plugins: plugins, talynPlugins: [], transport: transport)
    }
}

/// A provider that tells of its end.
final class MortalProvider: MoyaProvider<Page>, @unchecked Sendable {
    let isDead = Watched(false)

    deinit {
        isDead.update { $0 = true }
    }
}

/// A provider whose calls the test answers.
final class ManualProvider: MoyaProvider<Page>, @unchecked Sendable {
    /// The handlers come as they are. The test calls them on one thread.
    private struct Handlers: @unchecked Sendable {
        var progress: ProgressBlock?
        var completion: Completion?
    }

    let cancelled = Watched(0)
    private let handlers = Watched(Handlers())

    override func request(
        _ target: Page,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock? = nil,
        completion: @escaping Completion
    ) -> any Moya.Cancellable {
        handlers.update { $0 = Handlers(progress: progress, completion: completion) }
        return CancellableToken { [cancelled] in cancelled.update { $0 += 1 } }
    }

    func report(_ progress: ProgressResponse) {
        handlers.value.progress?(progress)
    }

    func complete(_ result: Result<Response, MoyaError>) {
        handlers.value.completion?(result)
    }
}

/// Counts the calls that were sent, and those that failed.
struct CallCounter: PluginType {
    let sent = Watched(0)
    let failed = Watched(0)

    func willSend(_ request: any RequestType, target: any TargetType) {
        sent.update { $0 += 1 }
    }

    func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
        if case .failure = result { failed.update { $0 += 1 } }
    }
}

/// Gives all calls the same result.
struct ResultPlugin: PluginType {
    let result: Result<Response, MoyaError>

    func process(_ result: Result<Response, MoyaError>, target: any TargetType) -> Result<Response, MoyaError> {
        self.result
    }
}
