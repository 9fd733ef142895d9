#if !Alamofire
import Foundation
import TalynCore
import TalynURLSession
import _TalynSupport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The attempts of a request that the interceptor of its session changes and retries.
struct InterceptedAttempts {
    let session: Session
    let interceptor: any RequestInterceptor
    let followUps: FollowUpHandler
    let call: LiveCall
    let sessionHeaders: [String: String]

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var retryCount = 0
        while true {
            var adapted = request
            let outcome: Result<TransportResponse, any Error>
            do {
                adapted = try await prepared(request)
                outcome = .success(try await followUps.send(adapted))
            } catch {
                outcome = .failure(error)
            }
            let attempt = Attempt(request: adapted, outcome: outcome, retryCount: retryCount, call: call)
            guard let failure = attempt.failure, request.body?.isReplayable != false else { return try outcome.get() }
            var delay: TimeInterval?
            switch try await decision(about: attempt, dueTo: failure) {
            case .retry: break
            case .retryWithDelay(let seconds): delay = seconds
            case .doNotRetry: return try outcome.get()
            case .doNotRetryWithError(let error):
                return try await attempt.failing(
                    with: AFError.requestRetryFailed(retryError: error, originalError: failure)
                )
            }
            // Before the delay, so that other calls can use the connection.
            await attempt.drain(by: session.clock)
            if let delay { try await session.clock.sleep(for: .clamping(delay)) }
            try _Concurrency.Task.checkCancellation()
            retryCount += 1
        }
    }

    /// The request as the interceptor adapts it, and the plugins prepare it.
    private func prepared(_ request: OutgoingRequest) async throws -> OutgoingRequest {
        let urlRequest = try URLRequest(request)
        return try await session.callQueue.ask(at: call.place) { [interceptor, session] answer in
            interceptor.adapt(urlRequest, for: session, completion: answer)
        } then: { [call, sessionHeaders] (adapted: Result<URLRequest, any Error>) in
            let urlRequest: URLRequest
            do {
                urlRequest = try adapted.get()
            } catch {
                throw AFError.requestAdaptationFailed(error: error)
            }
            return try call.announce(request.adapted(to: urlRequest), sessionHeaders: sessionHeaders)
        }
    }

    private func decision(about attempt: Attempt, dueTo failure: any Error) async throws -> Session.RetryResult {
        let description = attempt.description
        return try await session.callQueue.ask { [interceptor, session] answer in
            interceptor.retry(description, for: session, dueTo: failure, completion: answer)
        } then: { (decision: Session.RetryResult) in
            decision
        }
    }
}

extension OutgoingRequest {
    /// The request with the changes of an interceptor.
    fileprivate func adapted(to urlRequest: URLRequest) throws -> OutgoingRequest {
        var request = self
        let sent = try OutgoingRequest(urlRequest)
        request.head = sent.head
        request.original = urlRequest
        // A body that the interceptor sets replaces one that would be streamed.
        if let body = sent.body { request.body = body }
        request.use(optionsOf: sent)
        return request
    }
}

/// One attempt, and its outcome.
private struct Attempt {
    let request: OutgoingRequest
    let outcome: Result<TransportResponse, any Error>
    let retryCount: Int
    let call: LiveCall

    /// The reason for which it counts as failed; nil if it succeeded or was cancelled.
    var failure: (any Error)? {
        switch outcome {
        case .success(let response):
            guard !call.validation.accepts(response.statusCode) else { return nil }
            return AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: response.statusCode))
        case .failure(let error):
            let isCancelled = _Concurrency.Task.isCancelled || TalynError(error).isCancelled
            return isCancelled ? nil : AFError(error, call.task, call.session?.serverTrustManager) ?? error
        }
    }

    /// The attempt as the retrier sees it.
    var description: Session.FailedRequest {
        Session.FailedRequest(
            // As the plugins prepared it, without what the connection adds.
            request: request.original as? URLRequest ?? (try? URLRequest(request)),
            response: response(Data())?.httpURLResponse,
            retryCount: retryCount
        )
    }

    /// Reads the rest of the response, if there is one, so that its connection can be used again.
    func drain(by clock: any Clock<Duration>) async {
        guard case .success(let response) = outcome else { return }
        await response.body.drain(by: clock)
    }

    /// Fails the call with another error, which keeps the response.
    func failing(with error: any Error) async throws -> TransportResponse {
        guard case .success(let response) = outcome else { throw error }
        var data = Data()
        do {
            let limit = request.options.maximumResponseSize ?? .max
            for try await chunk in response.body where data.count < limit { data.append(chunk) }
        } catch {
            // The error of the retrier counts.
        }
        throw TalynError(error, response: self.response(data))
    }

    private func response(_ data: Data) -> TalynCore.Response? {
        guard case .success(let response) = outcome else { return nil }
        return TalynCore.Response(
            statusCode: response.statusCode,
            data: data,
            headerFields: response.headerFields,
            request: request,
            url: response.url
        )
    }
}
#endif
