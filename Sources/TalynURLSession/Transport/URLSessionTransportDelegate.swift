import Foundation
import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Passes the events of session tasks to their exchanges.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate {
    private struct Followed {
        let exchange: URLSessionExchange
        let request: OutgoingRequest
        /// Retained until the task is over, since it may have a temporary file.
        let body: URLSessionBody?
        /// Whether a request was sent on any connection, including one that was lost before the current one.
        var wasSent = false
        /// Whether the metrics have a connection, which those of a custom `URLProtocol` lack.
        var hasConnection = false

        /// Whether the server may have seen the request, even if the last connection was never established; nil if the kind of
        /// the error tells.
        var delivery: TransportError.Delivery? {
            #if os(Linux)
            // When an idle connection is lost, libcurl silently sends a request without a body again.
            wasSent || body?.length ?? 0 == 0 ? .sent : nil
            #else
            wasSent ? .sent : hasConnection ? .notSent : nil
            #endif
        }
    }

    private let followed = Locked<[Int: Followed]>([:])

    #if canImport(Darwin)
    /// The WebSocket connections by their tasks.
    let sockets = Locked<[Int: WeakSocket]>([:])
    #endif

    #if canImport(Security)
    /// Nil if the system evaluates the trust in servers.
    private let judge: SecTrustEvaluator?
    private let identities: SecIdentityTable?
    private let proxy: TransportOptions.Proxy

    init(
        judge: SecTrustEvaluator? = nil,
        identities: SecIdentityTable? = nil,
        proxy: TransportOptions.Proxy = .standard
    ) {
        self.judge = judge
        self.identities = identities
        self.proxy = proxy
    }
    #endif

    /// Observes a task. Call it before the task is resumed.
    func add(
        _ exchange: URLSessionExchange,
        _ request: OutgoingRequest,
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
        let task = task.taskIdentifier
        let onSend = followed.withLock { followed in
            followed[task]?.wasSent = true
            return followed[task]?.request.onSend
        }
        onSend?(totalBytesSent)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        #if os(Linux)
        // Foundation traps on an answer after a cancellation, which can't happen meanwhile: see
        // `OperationQueue.transport`.
        if task.state == .canceling { return }
        #endif
        completionHandler(nil)  // ``FollowUpHandler`` decides.
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
        followed.withLock({ $0[dataTask.taskIdentifier]?.exchange })?.receive(data, of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        #if canImport(Darwin)
        if completeSocket(task, error) { return }
        #endif
        if let error {
            let followed = followed.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            let cause = followed?.body?.failure.withLock { $0 } ?? error
            var failure = TransportError(urlSession: cause, url: task.originalRequest?.url)
            failure.delivery = if let followed { followed.delivery } else { .sent }
            followed?.exchange.finish(failure)
        } else {
            finish(task)
        }
    }

    #if canImport(Darwin)
    /// Notes whether a request was sent, and the metrics. Foundation calls this before it reports the end of the task.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        if let last = metrics.transactionMetrics.last(where: { $0.resourceFetchType == .networkLoad }) {
            let events = followed.withLock { followed in
                followed[task.taskIdentifier]?.hasConnection = true
                return followed[task.taskIdentifier]?.exchange.events
            }
            events?.metrics = TransportMetrics(last)
        }
        guard metrics.transactionMetrics.contains(where: { $0.requestStartDate != nil }) else { return }
        followed.withLock { $0[task.taskIdentifier]?.wasSent = true }
    }
    #endif

    #if os(Linux)
    /// Provides the body again, when libcurl finds the connection dead before any response.
    ///
    /// Only a file can be provided again: with data, Foundation would wait forever. And the server may have acted on a
    /// request that is not idempotent (RFC 9112, section 9.3.1).
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let lost = followed.withLock { followed in
            followed[task.taskIdentifier]?.wasSent = true
            return followed[task.taskIdentifier]
        }
        if let lost, lost.request.isIdempotent, let body = lost.body,
            let file = body.file, let stream = try? SentFileStream(file, body)
        {
            return completionHandler(stream)
        }
        followed.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
        lost?.exchange.events.receive(
            .failure(TransportError(.connectionLost, origin: task.originalRequest?.url.flatMap { Origin($0) }))
        )
        completionHandler(nil)
        // Foundation waits for the queue of this callback.
        DispatchQueue.global().async { task.cancel() }
    }

    /// Takes an authentication challenge as the response.
    ///
    /// The whole response has arrived. Foundation has no credentials, and would wait forever.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        finish(task)
        // Foundation may wait for the queue of this callback.
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
                var error = TransportError(
                    .secureConnectionFailed,
                    origin: task.originalRequest?.url.flatMap { Origin($0) },
                    underlyingError: verdict == .notPinned ? PinMismatch() : nil
                )
                error.detail = .untrustedServer
                fail(task, error)
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
            NSURLAuthenticationMethodNegotiate:
            guard space.isProxy() else {
                // The challenge is the response, and the layer above answers it.
                completionHandler(.rejectProtectionSpace, nil)
                return
            }
            let server = proxy.servers?.values.first { $0.host == space.host && $0.port == space.port }
            if let credential = server?.credential, challenge.previousFailureCount == 0 {
                let answer = URLCredential(
                    user: credential.user,
                    password: credential.password,
                    persistence: .forSession
                )
                completionHandler(.useCredential, answer)
            } else if server?.credential != nil {
                var error = TransportError(
                    .cannotConnect,
                    origin: task.originalRequest?.url.flatMap { Origin($0) },
                    cause: "The proxy requires a user and a password that it accepts."
                )
                error.detail = .refusedProxyCredential
                fail(task, error)
                completionHandler(.cancelAuthenticationChallenge, nil)
            } else {
                completionHandler(.performDefaultHandling, nil)
            }
        case NSURLAuthenticationMethodClientCertificate:
            let credential = identities?.credential(for: space.host)
            completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential)
        default:
            completionHandler(.performDefaultHandling, nil)
        }
    }

    /// Fails a task before its end, which would look like a cancellation by the caller.
    private func fail(_ task: URLSessionTask, _ error: TransportError) {
        if let socket = sockets.withLock({ $0[task.taskIdentifier] }) {
            socket.value?.refuse(error)
        } else {
            let exchange = followed.withLock { $0.removeValue(forKey: task.taskIdentifier)?.exchange }
            exchange?.events.receive(.failure(error))
        }
    }
    #endif

    private func finish(_ task: URLSessionTask) {
        // On Linux, Foundation doesn't report a redirect with an invalid target, and drops its body.
        if let response = task.response { receive(response, of: task) }
        followed.withLock({ $0.removeValue(forKey: task.taskIdentifier) })?.exchange.finish()
    }

    private func receive(_ response: URLResponse, of task: URLSessionTask) {
        guard let response = response as? HTTPURLResponse else { return }
        let exchange = followed.withLock { followed in
            followed[task.taskIdentifier]?.wasSent = true
            return followed[task.taskIdentifier]?.exchange
        }
        exchange?.receive(response)
    }
}

#if canImport(Darwin)
extension TransportMetrics {
    fileprivate init(_ metrics: URLSessionTaskTransactionMetrics) {
        func time(from start: Date?, to end: Date?) -> Duration? {
            guard let start, let end else { return nil }
            return .seconds(max(0, end.timeIntervalSince(start)))
        }
        self.init()
        nameLookup = time(from: metrics.domainLookupStartDate, to: metrics.domainLookupEndDate)
        let connected = metrics.secureConnectionStartDate ?? metrics.connectEndDate
        connecting = time(from: metrics.connectStartDate, to: connected)
        securing = time(from: metrics.secureConnectionStartDate, to: metrics.secureConnectionEndDate)
        sending = time(from: metrics.requestStartDate, to: metrics.requestEndDate)
        waiting = time(from: metrics.requestEndDate, to: metrics.responseStartDate)
        networkProtocolName = metrics.networkProtocolName
        isReusedConnection = metrics.isReusedConnection
        remoteAddress = metrics.remoteAddress
        // Numbers on Apple platforms, and texts in the open source version of Foundation.
        remotePort = metrics.remotePort.flatMap { Int("\($0)") }
        localPort = metrics.localPort.flatMap { Int("\($0)") }
    }
}
#endif
