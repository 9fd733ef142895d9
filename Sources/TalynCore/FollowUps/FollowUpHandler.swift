import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// Sends a request and its follow-ups: it follows redirects, answers challenges, and applies cookies.
///
/// A transport carries one exchange. This layer is above all transports, stubs and recordings included, so that they behave
/// alike. The options of the request decide.
///
/// A class, since each call keeps it while it waits. Functions that aren't inlined do work that a waiting call needs no memory for.
package final class FollowUpHandler: Sendable {
    let transport: any Transport
    /// The plugins around each exchange. The first one is outermost.
    private let interceptors: [any ExchangeInterceptor]
    /// Whether the transport sends follow-ups itself.
    private let sendsFollowUps: Bool
    private let acceptedChallenges: AcceptedChallenges

    /// - Parameters:
    ///   - transport: The transport. It reports its connections to the plugins that observe them.
    ///   - stations: The plugins around each exchange, and around the transport.
    ///   - original: Another handler over the same transport, whose accepted challenges count here, too.
    ///   - reportsConnections: Whether the plugins hear of connections. False if the transport knows their observers already.
    init(
        _ transport: any Transport,
        with stations: PluginStations,
        sharingChallengesOf original: FollowUpHandler? = nil,
        reportsConnections: Bool = true
    ) {
        var transport = transport
        for case let plugin as any TransportPlugin in stations.all {
            transport = transport.replacingBase(by: plugin.transport(around: transport.innermost))
        }
        self.transport = transport
        interceptors = stations.exchanges
        sendsFollowUps = transport.sendsFollowUps
        acceptedChallenges = original?.acceptedChallenges ?? AcceptedChallenges()
        guard reportsConnections else { return }
        let observers = stations.all.compactMap { ($0 as? any ConnectionObserving)?.connectionObserver }
        // The search casts each transport, which is slow.
        guard !observers.isEmpty, let reporting = transport.first(of: (any ConnectionReporting).self) else { return }
        for observer in observers { reporting.report(to: observer) }
    }

    /// Creates a handler without plugins.
    package convenience init(_ transport: any Transport) {
        self.init(transport, with: PluginStations([]))
    }

    /// Sends a request and its follow-ups.
    ///
    /// - Returns: The first response without a follow-up. That may be a redirect without a location, or a challenge without
    ///   a credential, or either of them if the body can't be sent again.
    /// - Throws: ``TransportError`` for too many redirects, and for one from https to http. Errors of the transport
    ///   and of the redirect policy.
    package func send(_ first: OutgoingRequest) async throws -> TransportResponse {
        if sendsFollowUps { return try await intercept(first, from: 0) }
        var step = step(first)
        do {
            while true {
                let request = completed(step)
                var response: TransportResponse
                do {
                    response = try await intercept(request, from: 0)
                } catch {
                    response = try await sendAgain(request, after: error)
                }
                guard step.mayBeFollowed(by: response) else { return response }
                step.isAnswered = true
                let policy = first.options.redirects ?? .follow
                guard try await follow(&step, &response, policy) else { return response }
            }
        } catch {
            // A server has received the call already.
            guard step.isAnswered, var failure = error.asTransportError else { throw error }
            failure.delivery = .sent
            throw failure
        }
    }

    /// A request, and what its follow-up depends on.
    private struct Step {
        var request: OutgoingRequest
        var authorization: Authorization?
        let cookies: CookieJar?
        /// The number of redirects.
        var redirects = 0
        /// Whether a server has answered the call.
        var isAnswered = false

        /// Whether there is something to do after a response.
        func mayBeFollowed(by response: TransportResponse) -> Bool {
            isAnswered || cookies != nil || authorization != nil || response.statusCode == 401
                || 300..<400 ~= response.statusCode
        }
    }

    /// The first step, with the default header fields that only the first request of a call gets. A redirect to another origin loses
    /// those that may be secret. The transport adds the others itself.
    @inline(never)
    private func step(_ first: OutgoingRequest) -> Step {
        var request = first
        let own = first.headerFields
        for field in transport.defaultHeaderFields where !field.name.isAddedByTransports && !own.contains(field.name) {
            request.headerFields.append(field)
        }
        if !request.mayHaveCredentials { request.removeCredentials() }
        // Transports can't decompress a part.
        if own.contains(.range), !request.headerFields.contains(.acceptEncoding) {
            request.headerFields[.acceptEncoding] = "identity"
        }
        return Step(
            request: request,
            authorization: acceptedChallenges.authorization(for: request),
            cookies: first.allowsCookies ? first.options.cookies?.jar : nil
        )
    }

    /// Calls the interceptor at an index around the later ones, and around the transport.
    private func intercept(_ request: OutgoingRequest, from index: Int) async throws -> TransportResponse {
        if interceptors.isEmpty { return try await transport.send(request) }
        guard index < interceptors.count else { return try await transport.sendNamingLimits(request) }
        return try await interceptors[index].intercept(request) { try await self.intercept($0, from: index + 1) }
    }

    /// Sends a request again whose connection was closed before the first byte of the response (RFC 9110, section 9.2.2).
    ///
    /// The transport on AsyncHTTPClient gives a repetition a connection of its own.
    @inline(never)
    private func sendAgain(_ request: OutgoingRequest, after error: any Error) async throws -> TransportResponse {
        var error = error
        var wasSent = false
        var repetition = request
        repetition.isRepetition = true
        for count in 1...Self.maximumRepetitions {
            guard let failure = error.asTransportError, failure.allowsRepetition(of: request), !Task.isCancelled
            else { break }
            if failure.delivery == .unanswered { wasSent = true }
            do {
                var response = try await intercept(repetition, from: 0)
                response.currentMetrics = { [currentMetrics = response.currentMetrics] in
                    var metrics = currentMetrics?() ?? TransportMetrics()
                    metrics.repetitions = count
                    return metrics
                }
                return response
            } catch let next {
                error = next
            }
        }
        guard wasSent, var failure = error.asTransportError else { throw error }
        failure.delivery = .sent
        throw failure
    }

    /// The number of times that a request is sent again on another connection.
    static let maximumRepetitions = 3

    /// Prepares the request after a response.
    ///
    /// - Returns: Whether there is one. If not, the response is that of the call.
    @inline(never)
    private func follow(
        _ step: inout Step,
        _ response: inout TransportResponse,
        _ policy: RedirectPolicy
    ) async throws -> Bool {
        let request = step.request
        if let cookies = step.cookies, let url = response.url ?? request.url {
            cookies.keep(response.serverHeaderFields ?? response.headerFields, from: url)
        }
        if let authorization = step.authorization, response.statusCode != 401 {
            if let renewed = authorization.challenge.renewed(by: response, to: request) {
                acceptedChallenges.add(renewed, for: request)
            } else if !authorization.isPreemptive {
                acceptedChallenges.add(authorization.challenge, for: request)
            }
        }
        if let answer = request.authorization(answering: response, after: step.authorization) {
            step.authorization = answer
        } else if 300..<400 ~= response.statusCode,
            let next = try await policy.request(after: request, redirectedBy: response)
        {
            guard step.redirects < policy.limit else { throw TransportError(.tooManyRedirects, of: request) }
            step.redirects += 1
            step.request = next
            step.authorization = acceptedChallenges.authorization(for: next)
        } else {
            if step.redirects > 0 { response.url = request.url }
            return false
        }
        // A follow-up replaces the response.
        await response.body.drain(by: request.context?.clock ?? ContinuousClock())
        try Task.checkCancellation()
        return true
    }

    /// The request with its credential and cookies, which a redirect doesn't inherit.
    @inline(never)
    private func completed(_ step: Step) -> OutgoingRequest {
        guard step.cookies != nil || step.authorization != nil else { return step.request }
        var request = step.request
        if let authorization = step.authorization {
            request.headerFields[.authorization] = authorization.fieldValue
            request.answersChallenge = !authorization.isPreemptive
        }
        if let cookies = step.cookies, !request.headerFields.contains(.cookie), let url = request.url,
            let field = cookies.field(for: url)
        {
            request.headerFields[.cookie] = field.value.isEmpty ? nil : field.value
            if field.omitted > 0 {
                let cookies = field.omitted == 1 ? "a cookie" : "\(field.omitted) cookies"
                request.context?.note("leaves out \(cookies), since the Cookie field would be too long")
            }
        }
        return request
    }
}

/// The challenges that servers have accepted answers to. Later requests to the same origin are authenticated before the server asks
/// (RFC 7617, section 2.2; RFC 7616, section 3.3), so that they need one exchange, and a body that can be sent once arrives.
final class AcceptedChallenges: Sendable {
    private struct Entry {
        let credential: PasswordCredential
        var challenge: AcceptedChallenge
    }

    private let entries = Locked<[Origin: Entry]>([:])

    /// The number of origins to know.
    static let maximumCount = 100

    /// Keeps a challenge that was answered with the credential of a request.
    func add(_ challenge: AcceptedChallenge, for request: OutgoingRequest) {
        guard let credential = request.credential, let origin = request.origin else { return }
        entries.withLock { entries in
            var entry = Entry(credential: credential, challenge: challenge)
            // Other requests with the nonce can have begun meanwhile.
            if let known = entries[origin], known.credential == credential {
                entry.challenge = challenge.counting(from: known.challenge)
            }
            if entries.count >= Self.maximumCount, entries[origin] == nil { entries.removeAll() }
            entries[origin] = entry
        }
    }

    /// The answer to the next challenge for a request; nil without a credential, or if the server accepted none of that user.
    func authorization(for request: OutgoingRequest) -> Authorization? {
        guard let credential = request.credential,
            !request.headerFields.contains(.authorization), let origin = request.origin
        else { return nil }
        let challenge: AcceptedChallenge? = entries.withLock { entries in
            guard let entry = entries[origin], entry.credential == credential else { return nil }
            let challenge = entry.challenge.next()
            entries[origin]?.challenge = challenge
            return challenge
        }
        return challenge.flatMap { Authorization(to: $0, of: request, with: credential) }
    }
}

extension TransportError {
    /// Whether a request may be sent again at once, without the risk that a server processes it twice.
    fileprivate func allowsRepetition(of request: OutgoingRequest) -> Bool {
        guard request.body?.isReplayable != false else { return false }
        return delivery == .unprocessed || delivery == .unanswered && request.isIdempotent
    }
}

extension HTTPBody {
    /// Reads the rest of an unused response, so that its connection can be used again. Its failure is not one of the call.
    ///
    /// A body that is long, or that isn't there within a moment, is cancelled.
    ///
    /// - Parameter clock: The clock of the moment, such as ``CallContext/clock``.
    public func drain(by clock: any Clock<Duration>) async {
        guard data == nil else { return }
        _ = await TimeLimit(duration: Self.drainTimeout, time: TimeSource(clock)).outcome { try? await readUnused() }
    }

    private func readUnused() async throws {
        var count = 0
        for try await chunk in self {
            count += chunk.count
            if count > Self.maximumDrainedSize { return }
        }
    }

    /// The longest time to wait for an unused body.
    static let drainTimeout = Duration.milliseconds(100)

    /// The number of bytes of an unused body that are read.
    static let maximumDrainedSize = 65_536
}
