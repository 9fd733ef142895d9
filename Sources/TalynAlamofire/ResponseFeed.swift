#if Alamofire
import Alamofire
import Foundation
import TalynCore
import TalynURLSession
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Feeds an exchange with the response of an Alamofire request.
///
/// A response that validation refuses is held back until it is complete, since a retrier of the session can replace it. An
/// accepted response reaches the exchange while it arrives.
///
/// The methods that receive run on the session's root queue, which is serial.
final class ResponseFeed: Sendable {
    private struct State {
        var head: HTTPURLResponse?
        var held: [Data] = []
        var receivedCount = 0
        var isHandedOn = false
    }

    /// The request on its way.
    private struct Sending {
        weak var request: Alamofire.Request?
        /// Retained until the request is over, since it may have a temporary file.
        var body: URLSessionBody?
        var isRedirected = false
    }

    let exchange = URLSessionExchange()
    /// The statuses that the target accepts; empty if it accepts every status.
    let acceptedCodes: [Int]
    /// The number of bytes at which a response that is held back fails.
    let maximumHeldCount: Int
    private let request: OutgoingRequest
    private let state = Locked(State())
    private let sending = Locked(Sending())

    init(_ request: OutgoingRequest) {
        acceptedCodes = request.target?.validation.statusCodes ?? []
        // A retrier can replace a response whose body the call would cut off.
        maximumHeldCount = max(
            request.options.maximumResponseSize.map { Int(clamping: $0) } ?? RequestOptions.standardMaximumResponseSize,
            IncomingResponse.longestErrorBody
        )
        self.request = request
    }

    /// Notes the request that sends the body, before it starts.
    func follow(_ request: Alamofire.Request, sending body: URLSessionBody?) {
        sending.withLock { sending in
            sending.request = request
            sending.body = body
        }
    }

    func noteRedirect() {
        sending.withLock { $0.isRedirected = true }
    }

    func receive(_ head: HTTPURLResponse) {
        let isHandedOn = state.withLock { state in
            if !state.isHandedOn { state = State(head: head) }
            return state.isHandedOn
        }
        if isHandedOn {
            // The connection dropped, and a retrier asked for another response. The caller has a part of the first one already.
            exchange.fail(TransportError(.connectionLost, of: request))
        } else if acceptedCodes.isEmpty || acceptedCodes.contains(head.statusCode) {
            handOn()
        }
    }

    /// Takes a response that was collected.
    func receive(_ head: HTTPURLResponse?, _ data: Data?) {
        if let head { receive(head) }
        if let data { receive(data) }
    }

    func receive(_ chunk: Data) {
        let (isHandedOn, heldCount) = state.withLock { state in
            state.receivedCount += chunk.count
            if !state.isHandedOn { state.held.append(chunk) }
            return (state.isHandedOn, state.isHandedOn ? 0 : state.receivedCount)
        }
        if heldCount > maximumHeldCount { return exceed() }
        guard isHandedOn else { return }
        exchange.receive(chunk, of: sending.withLock { $0.request }?.task)
    }

    /// Passes the part of a response that is too large to be held back, and fails.
    func exceed() {
        handOn()
        exchange.fail(TransportError(.responseTooLarge, of: request))
    }

    /// Ends the exchange. A response that only failed validation succeeds.
    ///
    /// - Parameter head: The head of the last response. On Linux, Foundation may not have reported it before.
    func finish(_ head: HTTPURLResponse?, _ error: AFError?) {
        let sending = sending.withLock { sending in
            sending.body = nil
            return sending
        }
        let response = state.withLock { state in
            if state.isHandedOn { return nil as HTTPURLResponse? }
            if head == nil { state = State() }
            if state.head == nil { state.head = head }
            return state.head
        }
        guard let error, !error.isResponseValidationError, !isLeftAlone else {
            handOn()
            exchange.finish()
            return
        }
        let failure = failure(error, of: sending)
        guard let response else {
            exchange.finish(failure)
            return
        }
        // A retrier asked for another response, and that attempt failed.
        let data = state.withLock { Data($0.held.joined()) }
        exchange.finish(
            TalynError(
                failure,
                response: Response(
                    statusCode: response.statusCode,
                    data: data,
                    headerFields: (try? HTTPFields(response)) ?? [:],
                    request: request,
                    url: response.url
                )
            )
        )
    }

    private func failure(_ error: AFError, of sending: Sending) -> TransportError {
        guard let sent = sending.request else { return TransportError(.other, of: request, underlyingError: error) }
        return TransportError(alamofire: error, of: sent, for: request, isRedirected: sending.isRedirected)
    }

    /// Whether a complete response asks for credentials. Foundation never reports the end of such a response.
    var isLeftAlone: Bool {
        #if os(Linux) && !compiler(>=6.3.2)
        return state.withLock { state in
            guard let head = state.head, head.statusCode == 401 else { return false }
            return head.value(forHTTPHeaderField: "WWW-Authenticate") != nil
                && head.expectedContentLength == Int64(state.receivedCount)
        }
        #else
        return false
        #endif
    }

    private func handOn() {
        let (head, chunks) = state.withLock { state in
            guard !state.isHandedOn, let head = state.head else { return (nil as HTTPURLResponse?, [] as [Data]) }
            state.isHandedOn = true
            defer { state.held = [] }
            return (head, state.held)
        }
        guard let head else { return }
        exchange.receive(head)
        for chunk in chunks { exchange.receive(chunk, of: nil) }
    }
}

extension StatusValidation {
    /// The accepted statuses; empty if every status is accepted.
    fileprivate var statusCodes: [Int] {
        switch self {
        case .successCodes: Array(200..<300)
        case .successAndRedirectCodes: Array(200..<400)
        case .codes(let codes): codes.sorted()
        default: []
        }
    }
}
#endif
