import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Stubs for the calls of a test: a transport that answers in the place of a server, and says so when it can't.
///
/// ```swift
/// let stubs = StubSet()
/// stubs.on(.target(GitHub.zen), .text("Keep it simple."))
/// stubs.on(.get("/users/{name}")) { request in .json(["login": request.parameters["name"]]) }
/// let github = Provider<GitHub>(transport: stubs)
/// ```
///
/// The calls go through the whole pipeline: plugins, validation, redirects, retries and decoding run as they do over a
/// network. A set is strict. A call that no stub is for, or two are, fails with a ``StubFailure``; and ``failures`` tells of
/// these calls and of the stubs that have not been called. Stubs of two sets know nothing of each other, whatever runs at
/// the same time.
///
/// A test binds a set to all that it calls by the trait `.stubs` or by `withStubs`, which check it in the end.
public final class StubSet: StandInTransport {
    private struct State {
        var choice: StubChoice
        var stubs: [Stub] = []
        var index = MatcherIndex()
        var requests: [(request: ReceivedRequest, stub: Int?)] = []
        var failures: [StubFailure] = []
        /// Is told of what fails when the failures have been asked for.
        var onLateFailure: (@Sendable (StubFailure) -> Void)?
    }

    private let state: Locked<State>
    private let conversation = Conversation()
    private let time: TimeSource

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - inOrder: Whether the stubs are to be called in the order in which they are added.
    ///   - clock: The clock by which answers with a ``FaultScript`` take their time: by default that of the test, if it has
    ///     one of its own.
    public init(inOrder: Bool = false, clock: any Clock<Duration> = ContinuousClock()) {
        state = Locked(State(choice: StubChoice(isOrdered: inOrder)))
        time = TimeSource(clock)
    }

    package var isLive: Bool { false }

    /// Adds a stub.
    ///
    /// - Parameters:
    ///   - matcher: Which requests it answers.
    ///   - answers: What it answers, one after the other; the last one again and again, as far as `times` lets it.
    ///   - times: How often it is to be called: once or more if there is one answer, and if there are more, as often as
    ///     there are answers.
    ///   - place: Where the stub is written, for a test to fail there.
    /// - Returns: The stub, of which the set tells the ``requests(to:)``.
    @discardableResult
    public func on(
        _ matcher: RequestMatcher,
        _ answers: StubAnswer...,
        times: StubTimes? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Stub {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        return add(matcher, answers, times ?? (answers.count > 1 ? .exactly(answers.count) : .atLeast(1)), place)
    }

    /// Adds a stub whose answers are worked out from the requests.
    ///
    /// - Parameters:
    ///   - matcher: Which requests it answers.
    ///   - times: How often it is to be called.
    ///   - answer: Gives the answer to a request. What it throws fails the call, as though the transport had.
    /// - Returns: The stub, of which the set tells the ``requests(to:)``.
    @discardableResult
    public func on(
        _ matcher: RequestMatcher,
        times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column,
        answer: @escaping @Sendable (ReceivedRequest) async throws -> StubAnswer
    ) -> Stub {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        return add(matcher, [.answer(answer)], times, place)
    }

    /// Adds a stub that answers what no other stub does, or does any more, and need not be called.
    ///
    /// Of two that match, the one that was added last answers.
    ///
    /// - Parameters:
    ///   - matcher: Which requests it answers.
    ///   - answers: What it answers, one after the other; the last one again and again.
    @discardableResult
    public func fallback(
        _ matcher: RequestMatcher,
        _ answers: StubAnswer...,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Stub {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        return add(matcher, answers, .any, place, isFallback: true)
    }

    private func add(
        _ matcher: RequestMatcher,
        _ answers: [StubAnswer],
        _ times: StubTimes,
        _ place: SourcePlace,
        isFallback: Bool = false
    ) -> Stub {
        state.withLock { state in
            let stub = Stub(
                owner: ObjectIdentifier(self),
                number: state.stubs.count,
                matcher: matcher,
                answers: answers,
                times: times,
                place: place
            )
            state.stubs.append(stub)
            state.index.add(matcher)
            state.choice.add(times: times, isFallback: isFallback)
            return stub
        }
    }

    /// The requests that have come, in their order.
    public var requests: [ReceivedRequest] { state.withLock { $0.requests.map(\.request) } }

    /// The requests that a stub has answered, in their order.
    public func requests(to stub: Stub) -> [ReceivedRequest] {
        guard stub.owner == ObjectIdentifier(self) else { return [] }
        return state.withLock { $0.requests.filter { $0.stub == stub.number }.map(\.request) }
    }

    /// The requests that have come and match, in their order.
    public func requests(_ matcher: RequestMatcher) -> [ReceivedRequest] {
        requests.filter { matcher.matches($0) }
    }

    /// What is wrong as it stands: the calls that could not be answered, and the stubs that have been called less often than
    /// they are to be.
    public var failures: [StubFailure] { state.withLock { Self.failures(of: &$0) } }

    /// Ends the set: tells what is wrong, and from now on of each call that can't be answered.
    ///
    /// A test that has failed already may not have come to the calls of other stubs: they aren't reported then.
    ///
    /// - Parameter isCutShort: Whether an error has ended the test.
    package func end(isCutShort: Bool = false, _ report: @escaping @Sendable (StubFailure) -> Void) {
        let failures = state.withLock { state in
            state.onLateFailure = report
            return isCutShort || !state.failures.isEmpty ? state.failures : Self.failures(of: &state)
        }
        for failure in failures { report(failure) }
    }

    private static func failures(of state: inout State) -> [StubFailure] {
        state.failures
            + state.choice.unfinished.map { .unused(state.stubs[$0], count: state.choice.entries[$0].count) }
    }

    /// Lets the stubs be called in their order only.
    package func becomeOrdered() {
        state.withLock { $0.choice.isOrdered = true }
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let url = request.urlRequest.url
        return try await conversation.send(request) { step in
            // Where a redirect leads is known by its request only, as behind a server.
            try await answer(step, target: step.urlRequest.url == url ? step.target : nil)
        }
    }

    private func answer(
        _ request: TransportRequest,
        target: (any TargetType)?
    ) async throws -> TransportResponse {
        guard request.urlRequest.allHTTPHeaderFields?.count ?? 0 <= HTTPFields.maximumCount else {
            throw HeaderFieldLimitError()
        }
        let body = try await request.content() ?? Data()
        var received = ReceivedRequest(target: target, urlRequest: request.urlRequest, body: body)
        let matched = MatchedRequest(received)
        let (index, stubs) = state.withLock { ($0.index, $0.stubs) }
        // Conditions are foreign code, which is not for the lock.
        let matching = index.candidates(for: matched).filter { stubs[$0].matcher.condition.matches(matched) }
        let parameters = matching.map { stubs[$0].matcher.parameters(in: matched) }
        let place = request.place.map { SourcePlace($0) }
        let decision = state.withLock { state in
            let decision = state.choice.choose(from: matching)
            let stub = decision.answering
            if let index = matching.firstIndex(where: { $0 == stub }) { received.parameters = parameters[index] }
            state.requests.append((received, stub))
            return decision
        }
        let failure: StubFailure
        switch decision {
        case .answer(let stub, let use):
            guard let answer = stubs[stub].answer(use: use) else { return Self.nothing }
            return try await answer.respond(received, StubAnswer.Moment(call: use + 1, time: time.inScope))
        case .nothingMatches:
            failure = .unstubbed(received, at: place, nearest: Self.nearest(to: matched, of: stubs))
        case .usedUp(let stub):
            failure = .usedUp(received, at: place, by: stubs[stub])
        case .ambiguous(let numbers):
            failure = .ambiguous(received, at: place, numbers.map { stubs[$0] })
        case .tooEarly(let stub, let expected):
            failure = .tooEarly(received, at: place, by: stubs[stub], expected: stubs[expected])
        case .tooLate(let stub, let called):
            failure = .tooLate(received, at: place, by: stubs[stub], called: stubs[called])
        }
        let report = state.withLock { state in
            state.failures.append(failure)
            return state.onLateFailure
        }
        report?(failure)
        throw failure
    }

    /// What a stub without an answer answers.
    private static let nothing = TransportResponse(statusCode: 200, body: HTTPBody(Data()))

    private static func nearest(to request: MatchedRequest, of stubs: [Stub]) -> (Stub, [String])? {
        stubs.map { ($0, $0.matcher.condition.differences(of: request)) }
            .min { $0.1.weight < $1.1.weight }
            .map { ($0, $1.map(\.text)) }
    }
}
