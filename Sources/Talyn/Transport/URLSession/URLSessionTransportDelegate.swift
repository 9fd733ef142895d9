import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Feeds exchanges with what their session tasks receive.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate {
    private struct Followed {
        let exchange: Exchange
        let request: TransportRequest
        /// Kept until the task is over, since its file may be one that goes with it.
        let body: URLSessionBody?
        var hasHead = false
        /// Whether a request was sent on any connection, such as one that was lost before the client made another.
        var wasSent = false

        #if os(Linux)
        private let backlog: ResponseBodyBuffer
        #endif

        init(exchange: Exchange, request: TransportRequest, body: URLSessionBody?) {
            self.exchange = exchange
            self.request = request
            self.body = body
            #if os(Linux)
            backlog = ResponseBodyBuffer(exchange)
            #endif
        }

        /// Whether the server may have seen the request, even if the last connection was never established.
        var mayHaveBeenSent: Bool {
            #if os(Linux)
            // libcurl sends a request without a body again by itself, and tells nobody, when a connection that it kept is lost.
            wasSent || body == nil
            #else
            wasSent
            #endif
        }

        /// Hands on a piece of the response; while the reader is behind, such pieces must not fill the memory.
        func receive(_ data: Data, of task: URLSessionDataTask) {
            #if os(Linux)
            // Foundation may wait for the queue on which it calls the delegate.
            if !backlog.receive(.chunk(data)) { DispatchQueue.global().async { task.cancel() } }
            #else
            exchange.receive(data, suspend: { task.suspend() }, resume: { task.resume() })
            #endif
        }

        /// Hands on the end of the response.
        func receiveLast(_ event: Exchange.Event) {
            #if os(Linux)
            _ = backlog.receive(event)
            #else
            exchange.receive(event)
            #endif
        }
    }

    private let followed = Locked<[Int: Followed]>([:])

    #if canImport(Security)
    /// Nil if the system decides which servers are trusted.
    private let judge: SecTrustEvaluator?

    init(judge: SecTrustEvaluator? = nil) {
        self.judge = judge
    }
    #endif

    /// Follows a task to its end. To be called before the task is resumed.
    func add(
        _ exchange: Exchange,
        _ request: TransportRequest,
        _ body: URLSessionBody?,
        for task: URLSessionTask
    ) {
        followed.withLock {
            $0[task.taskIdentifier] = Followed(exchange: exchange, request: request, body: body)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        followed.withLock({ $0[task.taskIdentifier]?.request.onSend })?(totalBytesSent)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if os(Linux)
        // Foundation traps on the answer if it has begun to cancel, which it can't do meanwhile: see OperationQueue.transport.
        if task.state == .canceling { return }
        #endif
        completionHandler(nil)  // The conversation decides.
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        receive(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        followed.withLock({ $0[dataTask.taskIdentifier] })?.receive(data, of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            let followed = followed.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            let cause = followed?.body?.failure ?? error
            var failure = TransportError(urlSession: cause, url: task.originalRequest?.url)
            failure.mayHaveBeenSent = followed?.mayHaveBeenSent ?? true
            followed?.receiveLast(.failure(failure))
        } else {
            finish(task)
        }
    }

    #if canImport(Darwin)
    /// Notes whether a request was sent at all. Foundation calls this before it reports the end of the task.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        guard metrics.transactionMetrics.contains(where: { $0.requestStartDate != nil }) else { return }
        followed.withLock { $0[task.taskIdentifier]?.wasSent = true }
    }
    #endif

    #if os(Linux)
    /// Is asked for the body again when libcurl finds the connection that it was sent on dead, before any response.
    ///
    /// A file can be given again; with bytes Foundation would wait for ever. And what is not idempotent, the server may have
    /// acted upon (RFC 9112, section 9.3.1).
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let lost = followed.withLock { followed in
            followed[task.taskIdentifier]?.wasSent = true
            return followed[task.taskIdentifier]
        }
        if let lost, lost.request.isIdempotent, case .file(let file)? = lost.body, let stream = try? file.stream() {
            return completionHandler(stream)
        }
        followed.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
        lost?.exchange.receive(.failure(TransportError(.connectionLost, url: task.originalRequest?.url)))
        completionHandler(nil)
        // Foundation waits for the queue on which it calls this.
        DispatchQueue.global().async { task.cancel() }
    }

    /// Takes a demand for credentials as the response that it is.
    ///
    /// The whole response has arrived by now. Foundation has no credentials to offer, and would wait for ever.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        finish(task)
        // Foundation waits for the queue on which it may have called this.
        DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
    }
    #endif

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        switch space.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust:
            guard let serverTrust = space.serverTrust, let verdict = judge?.verdict(on: serverTrust, of: space.host)
            else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            if verdict == .trusted {
                completionHandler(.useCredential, URLCredential(trust: serverTrust))
            } else {
                // What follows from the refusal would look like a cancellation by the caller.
                let exchange = followed.withLock { $0.removeValue(forKey: task.taskIdentifier)?.exchange }
                let error = TransportError(
                    .secureConnectionFailed,
                    url: task.originalRequest?.url,
                    underlyingError: verdict == .notPinned ? PinMismatch() : nil
                )
                exchange?.receive(.failure(error))
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
            NSURLAuthenticationMethodNegotiate:
            // The demand is the response, and the conversation answers it. Proxies are the system's affair.
            completionHandler(space.isProxy() ? .performDefaultHandling : .rejectProtectionSpace, nil)
        default:
            completionHandler(.performDefaultHandling, nil)
        }
    }
    #endif

    private func finish(_ task: URLSessionTask) {
        // On Linux, a redirect that leads nowhere is not announced; its body is lost.
        if let response = task.response { receive(response, of: task) }
        followed.withLock({ $0.removeValue(forKey: task.taskIdentifier) })?.receiveLast(.end)
    }

    /// Hands on the head of the response, once; interim ones (RFC 9110, section 15.2) are none.
    private func receive(_ response: URLResponse, of task: URLSessionTask) {
        guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return }
        let exchange: Exchange? = followed.withLock { followed in
            guard followed[task.taskIdentifier]?.hasHead == false else { return nil }
            followed[task.taskIdentifier]?.hasHead = true
            return followed[task.taskIdentifier]?.exchange
        }
        do throws(HeaderFieldLimitError) {
            exchange?.receive(.head(try Exchange.Head(response)))
        } catch {
            exchange?.receive(.failure(TransportError(.invalidResponse, url: response.url, underlyingError: error)))
            // Foundation may wait for the queue on which it calls the delegate.
            DispatchQueue.global().async { task.cancel() }
        }
    }
}

#if os(Linux)
extension TransportRequest {
    fileprivate var isIdempotent: Bool {
        (options.idempotency ?? .byMethod).allowsRepeating(urlRequest.httpMethod)
    }
}
#endif
