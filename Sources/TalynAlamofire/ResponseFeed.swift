#if Alamofire
import Alamofire
import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Feeds an exchange with what an Alamofire request receives.
///
/// A response that validation refuses is held back to its end, since a retrier of the session may put another one in
/// its place. One that is accepted is handed on as it arrives.
///
/// Everything here happens on the session's root queue, which is a serial one.
final class ResponseFeed: Sendable {
    private struct State {
        var head: HTTPURLResponse?
        var held: [Data] = []
        var receivedCount = 0
        var isHandedOn = false
    }

    let exchange = Exchange()
    /// The statuses that the target accepts; every one when it is empty.
    let acceptedCodes: [Int]
    private let urlRequest: URLRequest
    private let state = Locked(State())

    init(_ request: TransportRequest) {
        acceptedCodes = request.validationType.statusCodes
        urlRequest = request.urlRequest
    }

    func receive(_ head: HTTPURLResponse) {
        let isHandedOn = state.withLock { state in
            if !state.isHandedOn { state = State(head: head) }
            return state.isHandedOn
        }
        if isHandedOn {
            // The connection broke and a retrier wanted another response, but a part of the first one is gone.
            exchange.cancel(TransportError(.connectionLost, url: urlRequest.url))
        } else if acceptedCodes.isEmpty || acceptedCodes.contains(head.statusCode) {
            handOn()
        }
    }

    func receive(_ chunk: Data) {
        let isHandedOn = state.withLock { state in
            state.receivedCount += chunk.count
            if !state.isHandedOn { state.held.append(chunk) }
            return state.isHandedOn
        }
        if isHandedOn { exchange.receive(.chunk(chunk)) }
    }

    /// Ends the exchange; a response that only failed validation is one like any other.
    ///
    /// - Parameter head: The head of the last response, which on Linux may not have been announced.
    func finish(_ head: HTTPURLResponse?, _ error: AFError?) {
        let response = state.withLock { state in
            if state.isHandedOn { return nil as HTTPURLResponse? }
            if head == nil { state = State() }
            if state.head == nil { state.head = head }
            return state.head
        }
        guard let error, !error.isResponseValidationError, !isLeftAlone else {
            handOn()
            exchange.receive(.end)
            return
        }
        guard let response else {
            exchange.receive(.failure(error))
            return
        }
        // A retrier wanted another response, and then failed.
        let data = state.withLock { Data($0.held.joined()) }
        exchange.receive(
            .failure(
                TalynError.underlying(
                    error,
                    Response(statusCode: response.statusCode, data: data, request: urlRequest, response: response)
                )
            )
        )
    }

    /// Whether a response has arrived whole that asks for credentials, and Foundation will never say so.
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
        do throws(HeaderFieldLimitError) {
            exchange.receive(.head(try Exchange.Head(head)))
        } catch {
            exchange.receive(.failure(TransportError(.invalidResponse, url: head.url, underlyingError: error)))
        }
        for chunk in chunks { exchange.receive(.chunk(chunk)) }
    }
}
#endif
