#if Alamofire
import Alamofire
import Foundation
import HTTPTypes
import TalynCore
import TalynURLSession
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Lets the session decide on the redirects of a request, and keeps the credentials of the request with their origin.
struct RedirectGuard: RedirectHandler {
    /// The redirect handler of the session, which sees the next request without the credentials of another origin. It can add
    /// others on purpose.
    let sessionHandler: (any RedirectHandler)?
    /// The header fields that the session adds to all requests.
    let sessionFields: HTTPFields
    /// The names of secret header fields, in addition to the well-known ones.
    let secretNames: Set<String>
    let feed: ResponseFeed

    func task(
        _ task: URLSessionTask,
        willBeRedirectedTo request: URLRequest,
        for response: HTTPURLResponse,
        completion: @escaping (URLRequest?) -> Void
    ) {
        #if os(Linux)
        // Foundation traps on an answer after a cancellation.
        if task.state == .canceling { return }
        #endif
        let source = response.url ?? task.currentRequest?.url
        var proposal = request
        // The credentials belong to the origin of the task's first request, and don't come back to it from another one.
        let origins = Set([task.originalRequest?.url, source, request.url].map { $0.flatMap { Origin($0) } })
        if origins.count > 1 { removeCredentials(from: &proposal) }
        guard let sessionHandler else { return follow(proposal, from: source, completion) }
        sessionHandler.task(task, willBeRedirectedTo: proposal, for: response) { [proposal] decision in
            guard var decision else { return completion(nil) }
            if decision.url.flatMap({ Origin($0) }) != proposal.url.flatMap({ Origin($0) }) {
                removeCredentials(from: &decision, equalTo: proposal)
            }
            follow(decision, from: source, completion)
        }
    }

    /// Follows a redirect, unless it leads from https to http or to a URL that isn't one of HTTP.
    private func follow(_ request: URLRequest, from source: URL?, _ completion: (URLRequest?) -> Void) {
        guard let target = request.url.flatMap({ Origin($0) }) else {
            var error = TransportError(.unsupportedURL, origin: source.flatMap { Origin($0) })
            error.delivery = .sent
            return refuse(error, completion)
        }
        if target.scheme == "http", source.flatMap({ Origin($0) })?.scheme == "https" {
            return refuse(TransportError(.insecureRedirect, origin: source.flatMap { Origin($0) }), completion)
        }
        feed.noteRedirect()
        completion(request)
    }

    private func refuse(_ error: TransportError, _ completion: (URLRequest?) -> Void) {
        #if !os(Linux)
        // On Linux, the cancellation ends the task, and Foundation traps on an answer after it.
        completion(nil)
        #endif
        feed.exchange.fail(error)
    }

    /// Removes the credentials of the request and of the session.
    ///
    /// - Parameter other: A request whose credentials are meant. Without it, all are.
    private func removeCredentials(from request: inout URLRequest, equalTo other: URLRequest? = nil) {
        let fields = HTTPFields(request.allHTTPHeaderFields ?? [:])
        for name in fields.credentialNames(secretNames) {
            if let other, other.value(forHTTPHeaderField: name) != request.value(forHTTPHeaderField: name) { continue }
            request.setValue(nil, forHTTPHeaderField: name)
        }
        // The session adds its fields again, unless the request has them.
        for name in sessionFields.credentialNames(secretNames) where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(Self.blank, forHTTPHeaderField: name)
        }
    }

    /// A value in place of one that the session adds. libcurl omits fields with blank values.
    private static var blank: String {
        #if os(Linux)
        " "
        #else
        ""
        #endif
    }
}

extension HTTPFields {
    /// The names of the fields that only their origin may receive.
    fileprivate func credentialNames(_ secretNames: Set<String>) -> Set<String> {
        let others = withoutCredentials(named: secretNames)
        return Set(lazy.map(\.name).filter { !others.contains($0) }.map(\.rawName))
    }
}
#endif
