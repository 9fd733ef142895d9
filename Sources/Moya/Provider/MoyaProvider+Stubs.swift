import TalynCore

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension MoyaProvider {
    /// A function that answers a call with the sample of its endpoint.
    ///
    /// It validates the answer, and tells the plugins of it. If the token is cancelled by then, the answer is an error.
    public final func createStubFunction(
        _ token: CancellableToken,
        forTarget target: Target,
        withCompletion completion: @escaping Moya.Completion,
        endpoint: Endpoint,
        plugins: [any PluginType],
        request: URLRequest
    ) -> (() -> Void) {
        { [self] in
            if token.isCancelled { return cancelCompletion(completion, target: target) }
            let result: Result<Response, MoyaError>
            switch endpoint.sampleResponseClosure() {
            case .networkResponse(let statusCode, let data):
                let response = Response(statusCode: statusCode, data: data, request: request, response: nil)
                result = target.validationType.validated(response)
            case .response(let head, let data):
                let response = Response(statusCode: head.statusCode, data: data, request: request, response: head)
                result = target.validationType.validated(response)
            case .networkError(let error):
                result = .failure(.underlying(error, nil))
            }
            for plugin in plugins { plugin.didReceive(result, target: target) }
            completion(result)
        }
    }

    /// Has the plugins prepare a request that a stub answers, and tells them of it.
    ///
    /// - Returns: The prepared request.
    public final func notifyPluginsOfImpendingStub(for request: URLRequest, target: Target) -> URLRequest {
        // A plugin of another call may have made this one. That call's token isn't for this one.
        let prepared = TokenScheme(of: target).withScheme {
            plugins.reduce(request) { $1.prepare($0, target: target) }
        }
        if !plugins.isEmpty {
            let announcement = AnnouncedCall(prepared, sessionHeaders: session.headerFields)
            for plugin in plugins { plugin.willSend(announcement, target: target) }
        }
        return prepared
    }
}

extension ValidationType {
    /// The answer of a stub, or the error if its status code isn't accepted.
    fileprivate func validated(_ response: Response) -> Result<Response, MoyaError> {
        accepts(response.statusCode)
            ? .success(response) : .failure(.underlying(MoyaError.statusCode(response), response))
    }
}
