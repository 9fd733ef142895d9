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
        like original: FollowUpHandler? = nil,
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
        let cookies = first.allowsCookies ? first.options.cookies?.jar : nil
        let request = withDefaults(first)
        let authorization = acceptedChallenges.authorization(for: request)
        let response = try await exchange(completed(request, authorization, cookies))
        guard cookies != nil || response.statusCode == 401 || 300..<400 ~= response.statusCode else { return response }
        do {
            return try await follow(response, to: request, authorization, cookies)
        } catch {
            // A server has received the call already.
            guard var failure = error.asTransportError else { throw error }
            failure.delivery = .sent
            throw failure
        }
    }

    /// Calls the interceptor at an index around the later ones, and around the transport.
    private func intercept(_ request: OutgoingRequest, from index: Int) async throws -> TransportResponse {
        if interceptors.isEmpty { return try await transport.send(request) }
        guard index < interceptors.count else { return try await transport.sendNamingLimits(request) }
        return try await interceptors[index].intercept(request) { try await self.intercept($0, from: index + 1) }
    }

    /// Sends a request. Repeats it if a kept connection turns out to be closed.
    private func exchange(_ request: OutgoingRequest) async throws -> TransportResponse {
        do {
            return try await intercept(request, from: 0)
        } catch {
            return try await `repeat`(request, after: error)
        }
    }

    /// Sends a request again whose connection was closed before the first byte of the response (RFC 9110, section 9.2.2).
    ///
    /// The transport on AsyncHTTPClient gives a repetition a connection of its own.
    @inline(never)
    private func `repeat`(_ request: OutgoingRequest, after error: any Error) async throws -> TransportResponse {
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

    /// Sends the follow-ups to the response of the first request.
    @inline(never)
    private func follow(
        _ first: TransportResponse,
        to firstRequest: OutgoingRequest,
        _ firstAuthorization: Authorization?,
        _ cookies: CookieJar?
    ) async throws -> TransportResponse {
        let redirects = firstRequest.options.redirects ?? .follow
        var (request, response) = (firstRequest, first)
        var followed = 0
        var authorization = firstAuthorization
        while true {
            if let cookies, let url = response.url ?? request.url {
                cookies.keep(response.serverHeaderFields ?? response.headerFields, from: url)
            }
            if let authorization, !authorization.isPreemptive, response.statusCode != 401 {
                acceptedChallenges.add(authorization.challenge, for: request)
            }
            if let answer = request.authorization(answering: response, after: authorization) {
                try await drain(response, to: request)
                authorization = answer
            } else if 300..<400 ~= response.statusCode,
                let next = try await redirects.request(after: request, redirectedBy: response)
            {
                guard followed < redirects.limit else {
                    throw TransportError(.tooManyRedirects, of: request)
                }
                try await drain(response, to: request)
                followed += 1
                request = next
                authorization = acceptedChallenges.authorization(for: request)
            } else {
                if followed > 0 { response.url = request.url }
                return response
            }
            response = try await exchange(completed(request, authorization, cookies))
        }
    }

    /// Adds the default header fields that only the first request of a call gets. A redirect to another origin loses those
    /// that may be secret. The transport adds the others itself.
    @inline(never)
    private func withDefaults(_ request: OutgoingRequest) -> OutgoingRequest {
        var request = request
        let own = request.headerFields
        for field in transport.defaultHeaderFields where !field.name.isAddedByTransports && !own.contains(field.name) {
            request.headerFields.append(field)
        }
        if !request.mayHaveCredentials { request.removeCredentials() }
        // Transports can't decompress a part.
        if own.contains(.range), !request.headerFields.contains(.acceptEncoding) {
            request.headerFields[.acceptEncoding] = "identity"
        }
        return request
    }

    /// Reads the rest of a response that a follow-up replaces.
    private func drain(_ response: TransportResponse, to request: OutgoingRequest) async throws {
        await response.body.drain(by: request.context?.clock ?? ContinuousClock())
        try Task.checkCancellation()
    }

    /// The request with its credential and cookies, which a redirect doesn't inherit.
    @inline(never)
    private func completed(
        _ request: OutgoingRequest,
        _ authorization: Authorization?,
        _ cookies: CookieJar?
    ) -> OutgoingRequest {
        guard cookies != nil || authorization != nil else { return request }
        var request = request
        if let authorization {
            request.headerFields[.authorization] = authorization.fieldValue
            request.answersChallenge = !authorization.isPreemptive
        }
        if let cookies, !request.headerFields.contains(.cookie), let url = request.url,
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
