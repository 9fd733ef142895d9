import Talyn

/// A provider that answers by itself, as subclasses may.
final class TeapotProvider: Provider<Page>, @unchecked Sendable {
    override func request(
        _ target: Page,
        callbackQueue: DispatchQueue?,
        progress: ProgressBlock?,
        completion: @escaping Completion
    ) -> any Cancellable {
        completion(.success(Response(statusCode: 418, data: Data())))
        return super.request(target, callbackQueue: callbackQueue, progress: nil) { _ in }
    }
}
